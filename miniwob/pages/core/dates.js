// Days and times of day, written by hand so that no locale or time zone decides what is
// shown. A time is a number of milliseconds as Date counts them, in universal time.
"use strict";

var dates = {};

dates.MINUTE = 60000;
dates.HOUR = 60 * dates.MINUTE;
dates.DAY = 24 * dates.HOUR;

dates.MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August",
  "September", "October", "November", "December"];
dates.WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

// at is the beginning of a day; months count from 1.
dates.at = (year, month, day) => Date.UTC(year, month - 1, day);

dates.year = (time) => new Date(time).getUTCFullYear();
dates.month = (time) => new Date(time).getUTCMonth() + 1;
dates.day = (time) => new Date(time).getUTCDate();
dates.weekday = (time) => new Date(time).getUTCDay();

// draw draws a moment between two, with one random number.
dates.draw = (from, to) => Math.floor(from + Math.random() * (to - from));

// midnight is the beginning of the moment's day.
dates.midnight = (time) => time - time % dates.DAY;

// two is a number in at least two digits.
dates.two = (number) => String(number).padStart(2, "0");

// text is the day as 12/31/2016.
dates.text = (time) => `${dates.two(dates.month(time))}/${dates.two(dates.day(time))}/${dates.year(time)}`;

// long is the day as Sat Dec 31 2016.
dates.long = (time) => [dates.WEEKDAYS[dates.weekday(time)].slice(0, 3),
  dates.MONTHS[dates.month(time) - 1].slice(0, 3), dates.two(dates.day(time)), dates.year(time)].join(" ");

// clock is the time of day as 9:05 PM.
dates.clock = function (time) {
  const date = new Date(time), hour = date.getUTCHours();
  return `${hour % 12 || 12}:${dates.two(date.getUTCMinutes())} ${hour < 12 ? "AM" : "PM"}`;
};

// span is a length of time as 26h 5m.
dates.span = (length) =>
  `${Math.floor(length / dates.HOUR)}h ${Math.floor(length / dates.MINUTE) % 60}m`;
