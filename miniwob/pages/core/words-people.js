// More first names, for tasks in which many people occur. None is a common word.
"use strict";

words.PEOPLE = `
  Abena Adela Adrian Agata Ahmed Aida Ailsa Akira Alban Aldo Alicia Alina Alistair Amadou Amalia
  Amir Anders Andrea Angus Anika Anneli Ansel Antje Anya Arda Ariane Arjun Armin Arthur Asta
  Astrid Aurelia Aylin Azra Barbara Bartosz Basil Beate Bela Benita Benno Bernadette Bertil Bianca
  Bilal Birgit Bjorn Blanka Bogdan Boris Branka Brigida Britta Bryony Callum Camille Carlotta Carmen
  Casimir Catalina Cecilia Cedric Celeste Cem Chandra Chiara Chidi Chloe Ciaran Claudia Clemens
  Conrad Corinna Cyril Dagmar Dalia Damian Daphne Darya Deborah Delia Demir Denise Desmond Diego
  Dilara Dimitra Dolores Dominik Dora Dorothea Dragan Duncan Ebba Edgar Edwina Eero Efua Egon
  Eileen Ekaterina Eldar Eleonora Elias Elif Elina Eliska Ellis Elodie Emeka Emil Emina Enrique
  Erik Ernesto Esra Esther Etienne Eugenia Ezra Fabian Fadi Fatima Fergus Fernando Fiona Flavia
  Florian Francesca Franka Frida Gabor Gaia Galina Gareth Gaspard Genevieve Georgios Gerda Gianni
  Gideon Gisela Goran Gregor Grigori Gudrun Guido Gulsen Gunnar Hakan Hamid Hanneke Harriet Hassan
  Hedwig Heiko Helena Henrik Herbert Hermine Hilda Horatio Hortense Ibrahim Ida Ignatius Ilana
  Ilse Imani Imre Ines Ingrid Ioana Iris Isidor Ismail Isolde Ivana Iwan Jacinta Jadwiga Jakob
  Jamila Janina Jarek Jasper Javier Jelena Jerome Jiri Joachim Johanna Jolanda Jorge Josefa Judith
  Julius Kadir Kaito Kamila Karim Karolina Kaspar Katarina Kazimir Keiko Kerstin Khadija Kirsten
  Kofi Konstantin Kwame Ladislav Laila Lars Laszlo Laurent Lavinia Leander Leila Lena Leopold
  Liam Lidija Linus Lorenzo Lothar Ludmila Luisa Lukas Lydia Maarten Magda Mahmoud Malik Manuela
  Marek Margit Marisa Marta Mateo Mathilde Matteo Maurice Maxim Mehmet Melina Mercedes Mikael
  Milena Mina Miriam Mirko Mohan Monika Moritz Muriel Nadine Naima Naomi Natalia Nazim Neven
  Niamh Nicolas Nikita Nils Noor Norbert Octavia Odile Olaf Olena Olga Oluwa Orla Osman Otto
  Pablo Pascal Patricia Pavel Pedro Pelle Petra Philippa Pia Pilar Piotr Rafael Rahel Raimund
  Ramona Rashid Rebekka Regina Renata Ricardo Rita Roberta Rodrigo Roland Romain Rosalind Roxana
  Ruben Ruth Sabine Salim Samira Sandor Sanna Santiago Saskia Sergei Severin Shirin Sibylle Sigrid
  Silvio Simone Slavko Sofia Solveig Sonja Sunil Svenja Sybil Sylvain Tadeusz Talia Tarik Tatiana
  Teodor Teresa Thaddeus Thea Theresia Thorsten Tilda Timo Tomas Torsten Trudi Tyra Udo Ulla Umar
  Valentina Vasco Veronika Vesna Victoria Vilma Vincent Violetta Vlad Wanda Wenzel Wilfried Winifred
  Xaver Yannick Yara Yasmin Yuki Yvonne Zahra Zara Zdenka Zeynep Zofia Zora Zuzana
`.trim().split(/\s+/);
