// The words that problems are made of.
"use strict";

var words = {};

words.NAMES = [
  "Alma", "Anton", "Beatrix", "Bruno", "Celia", "Cosima", "Dario", "Dmitri", "Edith", "Elena",
  "Farid", "Felix", "Gloria", "Greta", "Hannah", "Hugo", "Igor", "Irene", "Jasmine", "Jonas",
  "Kenji", "Klara", "Leon", "Lucia", "Mabel", "Marcel", "Nadia", "Noemi", "Omar", "Oscar",
  "Paula", "Priya", "Quentin", "Rosa", "Rufus", "Selma", "Stefan", "Tamara", "Tobias", "Ulrich",
  "Ursula", "Vera", "Viktor", "Walter", "Wilma", "Xenia", "Yolanda", "Yusuf", "Zelda", "Zoltan",
];

// Colours by their CSS names.
words.COLOURS = [
  "black", "blue", "cyan", "grey", "lime", "magenta", "olive",
  "orange", "pink", "purple", "red", "white", "yellow",
];

// Colours that stand out from each other and from white.
words.SHAPE_COLOURS = ["black", "blue", "cyan", "green", "magenta", "red", "yellow"];

words.BUTTONS = ["back", "cancel", "next", "no", "ok", "okay", "save", "yes"];

// In the order of a keyboard.
words.ALPHANUMERICS = "qwertyuiopasdfghjklzxcvbnmQWERTYUIOPASDFGHJKLZXCVBNM1234567890";

words.LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
words.DIGITS = "0123456789";
words.SHAPES = ["rectangle", "circle", "triangle"];

// Plain Latin words for texts that nobody has to understand.
words.FILLER = `
  ager alter amicus amor animus annus aqua arbor ars aurum avis bellum bonus brevis caelum campus
  canis caput caro carus casa causa celer certus civis clarus collis color copia cor corpus cras
  crux culpa cura currus custos deus dies dolor domina domus donum durus ensis epistula equus
  error fabula facilis fama ferrum fides filia filius finis flamma flos flumen focus fons forma
  fortis forum frater frigus fructus fuga gaudium gens genus gladius gloria gratia gravis hasta
  herba heri hodie homo honor hora hortus hostis humus ignis imago imber imperium ingens insula
  ira iter iudex iugum ius labor lacrima lacus laetus laus lectus leo levis lex liber lingua
  litus locus longus luna lupus lux magister magnus malus manus mare mater medius mel mensa
  mensis mercator metus miles mirus modus mons mora mors mos multus mundus murus nauta navis
  nemus niger nomen novus nox nubes numerus oculus odor olim omnis opus orator orbis ordo ovum
  panis pars pater pax pectus pecunia pes pirata plenus poeta pons populus porta portus potens
  praeda puer pugna pulcher quies ramus regina regnum res rex ripa rosa rota ruber saxum schola
  sensus sermo servus silva sol solus somnus soror spes stella studium tectum tempus terra
  timor tuba turba turris umbra unda urbs uxor vallis velum ventus verbum vesper via victor
  villa vinum vir virtus vita vox vulpes`.trim().split(/\s+/);

words.capital = (word) => word[0].toUpperCase() + word.slice(1);

// code draws a meaningless string of min up to, not including, max letters and digits.
// Draws: length, character by character.
words.code = function (min, max) {
  const length = core.randi(min, max);
  return Array.from({ length }, () => core.sample(words.ALPHANUMERICS)).join("");
};

// filler draws one word, sometimes with a comma.
words.filler = function () {
  const word = core.sample(words.FILLER);
  return core.randf(0, 1) < 0.1 ? word + "," : word;
};

// phrase draws n words in lower case.
words.phrase = (n) => Array.from({ length: n }, words.filler).join(" ");

// text draws from min up to, not including, max words in sentences of about five.
words.text = function (min, max) {
  const n = core.randi(min, max);
  const parts = [];
  let opening = true;
  for (let i = 0; i < n; i++) {
    const last = i === n - 1;
    let word = core.sample(words.FILLER);
    if (opening) word = words.capital(word);
    const mark = core.randf(0, 1);
    opening = last || mark < 0.2;
    if (opening) word += ".";
    else if (mark > 0.9) word += ",";
    parts.push(word);
  }
  return parts.join(" ");
};
