// Where the airlines of the flight tasks go: some airports of the United States.
"use strict";

var airports = `
  Albany NY ALB Albany County
  Albuquerque NM ABQ Albuquerque Intl.
  Anchorage AK ANC Anchorage Intl.
  Atlanta GA ATL Hartsfield Intl.
  Atlantic City NJ ACY Atlantic City Intl.
  Austin TX AUS Bergstrom Intl.
  Baltimore MD BWI Washington Intl.
  Baton Rouge LA BTR Metropolitan
  Boise ID BOI Boise Air Terminal
  Boston MA BOS Logan Intl.
  Buffalo NY BUF Niagara Intl.
  Burlington VT BTV Burlington Intl.
  Charleston SC CHS Charleston Intl.
  Charlotte NC CLT Douglas Intl.
  Charlottesville VA CHO Albemarle
  Chicago IL ORD O'Hare Intl.
  Cincinnati OH CVG Northern Kentucky Intl.
  Cleveland OH CLE Hopkins Intl.
  Columbus OH CMH Port Columbus
  Dallas TX DAL Love Field
  Dayton OH DAY Dayton Intl.
  Daytona Beach FL DAB Daytona Intl.
  Denver CO DEN Denver Intl.
  Des Moines IA DSM Des Moines Intl.
  Detroit MI DTW Metro Wayne
  El Paso TX ELP El Paso Intl.
  Eugene OR EUG Mahlon Sweet Field
  Fairbanks AK FAI Fairbanks Intl.
  Fresno CA FAT Yosemite Intl.
  Hartford CT BDL Bradley Intl.
  Honolulu HI HNL Honolulu Intl.
  Houston TX IAH Bush Intercontinental
  Indianapolis IN IND Indianapolis Intl.
  Juneau AK JNU Juneau Intl.
  Kansas City MO MCI Kansas City Intl.
  Las Vegas NV LAS McCarran Intl.
  Los Angeles CA LAX Los Angeles Intl.
  Louisville KY SDF Standiford Field
  Memphis TN MEM Memphis Intl.
  Miami FL MIA Miami Intl.
  Milwaukee WI MKE Mitchell Intl.
  Minneapolis MN MSP St. Paul Intl.
  Nashville TN BNA Nashville Intl.
  New Orleans LA MSY Armstrong Intl.
  New York NY JFK Kennedy Intl.
  Oakland CA OAK Oakland Intl.
  Omaha NE OMA Eppley Airfield
  Orlando FL MCO Orlando Intl.
  Philadelphia PA PHL Philadelphia Intl.
  Phoenix AZ PHX Sky Harbor Intl.
  Pittsburgh PA PIT Greater Pittsburgh Intl.
  Portland OR PDX Portland Intl.
  Raleigh NC RDU Durham Intl.
  Reno NV RNO Tahoe Intl.
  Sacramento CA SMF Sacramento Intl.
  Salt Lake City UT SLC Salt Lake City Intl.
  San Antonio TX SAT San Antonio Intl.
  San Diego CA SAN Lindbergh Field
  San Francisco CA SFO San Francisco Intl.
  San Jose CA SJC Mineta Intl.
  Seattle WA SEA Tacoma Intl.
  Spokane WA GEG Spokane Intl.
  St. Louis MO STL Lambert Intl.
  Tampa FL TPA Tampa Intl.
  Tucson AZ TUS Tucson Intl.
  Tulsa OK TUL Tulsa Intl.
  Washington DC DCA Reagan National
`.trim().split("\n").map(function (line) {
  const [, city, state, code, name] = line.trim().match(/^(.+?) ([A-Z]{2}) ([A-Z]{3}) (.+)$/);
  return { city, state, code, name };
});

// of gives the airports of some cities.
airports.of = (cities) => cities.map((city) => airports.find((airport) => airport.city === city));

// long is an airport with its city, as Boston, MA (BOS-Logan Intl.).
airports.long = ({ city, state, code, name }) => `${city}, ${state} (${code}-${name})`;

// short begins with the code, as BOS - Boston Logan Intl., MA.
airports.short = ({ city, state, code, name }) =>
  `${code} - ${name.startsWith(city) ? name : city + " " + name}, ${state}`;

// The eleven cities that the fixed questions are about.
airports.ELEVEN = airports.of(["Austin", "Boston", "Dallas", "Denver", "Las Vegas", "Los Angeles",
  "New York", "Portland", "San Diego", "San Francisco", "Washington"]);
