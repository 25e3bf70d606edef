// More words, for tasks in which something is read and typed.
"use strict";

// sentences draws n words with a blank behind each: a fifth of them end a sentence, a tenth have a comma.
words.sentences = function (n) {
  let text = "";
  let opening = true;
  for (let i = 0; i < n; i++) {
    const word = core.sample(words.FILLER);
    const mark = core.randf(0, 1);
    text += opening ? words.capital(word) : word;
    opening = mark < 0.2;
    text += opening ? ". " : mark > 0.9 ? ", " : " ";
  }
  return text;
};

// letters is a word without the marks around it.
words.letters = (word) => word.replace(/[^a-zA-Z0-9]/g, "");

words.ordinal = (n) => n + (n % 100 > 10 && n % 100 < 14 ? "th" : ["th", "st", "nd", "rd"][n % 10] || "th");

words.SURNAMES = `
  Abara Adler Almeida Amato Andersson Aoki Arnaud Bakker Baptiste Barrow Becker Bellini Berger
  Bianchi Blum Bosch Brandt Cardoso Castro Chaudhry Chen Costa Crane Dahl Delgado Demir Diallo
  Dubois Ekstrom Engel Eriksen Falk Farkas Ferrari Fischer Fontaine Fraser Garnier Giordano Goto
  Gruber Haas Haddad Halvorsen Hansen Herrera Hoffmann Horvat Hughes Ibrahim Ito Ivanov Jansen
  Jensen Joshi Kaplan Kaya Keller Khan Kim Klein Kovacs Krause Kumar Lang Larsen Laurent Leclerc
  Lindgren Lombardi Lopes Madsen Marino Marchetti Mendes Meyer Miyazaki Moreau Moretti Mwangi
  Nagy Navarro Nowak Okafor Olsen Ortega Osei Palmer Patel Pereira Petrov Popescu Quinn Ramos
  Reyes Ricci Rossi Rousseau Sandberg Santos Sato Schneider Sharma Silva Singh Sokolov Sorensen
  Stein Suzuki Tanaka Teixeira Thorne Tokuda Torres Ueda Urban Varga Vasquez Vidal Vogel Wagner
  Weber Weiss Winter Wolff Yamada Yilmaz Zeman Ziegler`.trim().split(/\s+/);

words.LANGUAGES = [
  "Amharic", "Arabic", "Basque", "Catalan", "Czech", "Danish", "Dutch", "Finnish", "Greek", "Hausa", "Hebrew",
  "Italian", "Khmer", "Latin", "Persian", "Polish", "Swahili", "Tamil", "Thai", "Welsh", "Yoruba", "Zulu",
];

words.RELIGIONS = ["Bahai", "Buddhist", "Christian", "Hindu", "Jain", "Jewish", "Muslim", "Shinto", "Sikh", "Taoist"];
