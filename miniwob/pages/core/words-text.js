// More words, for tasks in which something is read and typed.
"use strict";

// A keyboard's letters and digits, in its own order: the one in which the published pages draw
// them, so that a seed gives the same string.
words.ALPHANUMERICS = "qwertyuiopasdfghjklzxcvbnmQWERTYUIOPASDFGHJKLZXCVBNM1234567890";

// string draws a length from min up to, not including, max, and so many letters and digits.
words.string = function (min, max) {
  const n = core.randi(min, max);
  return Array.from({ length: n }, () => words.ALPHANUMERICS[core.randi(0, words.ALPHANUMERICS.length)]).join("");
};

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

words.PEOPLE = words.NAMES.concat(`
  Adrian Agnes Aisha Albert Alina Amara Amelia Andre Anita Arjun Astrid August Aurelia Basil Bianca
  Boris Camille Carlos Carmen Caspar Chiara Clara Conrad Cyril Damian Daphne Delia Diego Dora Edgar
  Edmund Eleni Elias Elsa Emil Emma Enzo Erika Ernest Esther Eva Fabian Fatima Fiona Flora Franka
  Gabriel Georg Gilda Giulia Gustav Harriet Hector Helena Henri Hiroshi Ida Ilse Imani Ines Isaac
  Isolde Ivan Jakob Jana Javier Joanna Josef Julia Kamil Karin Karl Kofi Lars Laszlo Laura Leila
  Lena Linus Lorenz Louisa Lukas Magda Malik Mara Marco Margit Martin Matteo Maya Milan Mina Miriam
  Moritz Nadine Naomi Nikolai Nina Nora Olga Olivia Orlando Otto Pablo Pavel Petra Philip Rafael
  Ravi Regina Rita Robert Roland Ruben Ruth Sabine Samuel Sandro Sara Sergei Silvia Simone Sofia
  Sonja Stella Sven Sylvia Tanya Teresa Theo Thomas Tilda Timur Ugo Valerie Vincent Violet Wanda
  Werner Yasmin Yvonne Zainab Zita`.trim().split(/\s+/));

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

words.COUNTRIES = [
  "Albania", "Algeria", "Angola", "Argentina", "Armenia", "Australia", "Austria", "Bahrain", "Barbados",
  "Belgium", "Bhutan", "Bolivia", "Botswana", "Brazil", "Bulgaria", "Cambodia", "Canada", "Chad", "Chile",
  "Colombia", "Costa Rica", "Croatia", "Cuba", "Cyprus", "Denmark", "Ecuador", "Egypt", "El Salvador",
  "Estonia", "Ethiopia", "Fiji", "Finland", "France", "Gabon", "Georgia", "Germany", "Ghana", "Greece",
  "Guatemala", "Guyana", "Haiti", "Honduras", "Hungary", "Iceland", "India", "Indonesia", "Iraq", "Ireland",
  "Italy", "Jamaica", "Japan", "Jordan", "Kenya", "Kuwait", "Laos", "Latvia", "Lebanon", "Liberia", "Libya",
  "Lithuania", "Luxembourg", "Madagascar", "Malawi", "Malaysia", "Mali", "Malta", "Mexico", "Mongolia",
  "Morocco", "Mozambique", "Namibia", "Nepal", "New Zealand", "Nicaragua", "Nigeria", "Norway", "Oman",
  "Pakistan", "Panama", "Paraguay", "Peru", "Poland", "Portugal", "Qatar", "Romania", "Rwanda", "Samoa",
  "Senegal", "Serbia", "Singapore", "Slovakia", "Slovenia", "Somalia", "South Africa", "Spain", "Sri Lanka",
  "Sudan", "Sweden", "Switzerland", "Tanzania", "Thailand", "Togo", "Tonga", "Tunisia", "Turkey", "Uganda",
  "Ukraine", "Uruguay", "Vanuatu", "Venezuela", "Vietnam", "Yemen", "Zambia", "Zimbabwe",
];

words.LANGUAGES = [
  "Amharic", "Arabic", "Basque", "Catalan", "Czech", "Danish", "Dutch", "Finnish", "Greek", "Hausa", "Hebrew",
  "Italian", "Khmer", "Latin", "Persian", "Polish", "Swahili", "Tamil", "Thai", "Welsh", "Yoruba", "Zulu",
];

words.RELIGIONS = ["Bahai", "Buddhist", "Christian", "Hindu", "Jain", "Jewish", "Muslim", "Shinto", "Sikh", "Taoist"];
