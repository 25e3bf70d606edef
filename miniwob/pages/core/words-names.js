// A hundred more first names, short enough for menus.
"use strict";

words.SHORT_NAMES = `
  Ada Agnes Alec Amir Anja Arlo Asa Astrid Axel Basil Bela Benno Berta Bilal Brita Carl Cleo Cora
  Cyril Dag Dana Darja Della Dora Edda Egon Eino Elke Elsa Emil Enzo Erik Esra Eva Fay Fiona Flora
  Frida Fritz Gala Gerd Gina Gita Gwen Hal Hedda Heinz Helga Hilda Ida Ilse Ines Ira Isak Ivo Jana
  Jens Joan Joris Judit Kai Karin Kira Knut Lars Lea Lena Linus Liv Lotte Lukas Maja Malte Mara Mika
  Mina Moritz Nele Nico Nils Nora Olaf Olga Otto Pablo Petra Pia Rafi Rita Rolf Ruth Samir Sara Sven
  Tilda Timo Tove Uma Vito Wanda`.trim().split(/\s+/);
