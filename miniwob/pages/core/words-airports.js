// American airports: by state, the city that an airport serves and its IATA code. Towns with more
// than one airport have an entry for each.
"use strict";

words.AIRPORTS = `
  AK: Adak Island ADK, Akhiok AKK, Akiachak KKI, Akiak AKI, Akutan KQA, Alakanuk AUK, Allakaket
    AET, Ambler ABL, Anaktuvuk Pass AKP, Anchorage ANC, Anchorage MRI, Aniak ANI, Annette ANN,
    Anvik ANV, Arctic Village ARC, Atka AKB, Atmautluak ATT, Atqasuk ATK, Attu ATU, Barter
    Island BTI, Beaver WBQ, Beluga BVU, Bethel BET, Bettles BTT, Big Lake BGQ, Big Mountain BMX,
    Birch Creek KBC, Brevig Mission KTS, Buckland BKC, Cape Lisburne LUR, Cape Newenham EHM,
    Cape Romanzof CZF, Cape Sarichef WSF, Central CEM, Chalkyitsik CIK, Chandalar Lake WCR,
    Chefornak CYF, Chenega NCN, Chevak VAK, Chicken CKX, Chignik KCG, Chitina CXC, Chuathbaluk
    CHU, Circle IRC, Clarks Point CLP, Cold Bay CDB, Cold Bay PML, Coldfoot CXF, Cordova CDV,
    Crooked Creek CKD, Deadhorse SCC, Deering DRG, Dillingham DLG, Eagle EAA, Eek EEK, Egegik
    EGX, Ekwok KEK, Elim ELI, Emmonak EMK, Fairbanks FAI, False Pass KFP, Fort Yukon FYU,
    Galbraith Lake GBH, Galena GAL, Gambell GAM, Golovin GLV, Granite Mountain GMT, Grayling
    KGX, Gulkana GKN, Gustavus GST, Haines HNS, Holy Cross HCR, Homer HOM, Hoonah HNH, Hooper
    Bay HPB, Hughes HUS, Huslia HSL, Igiugig IGG, Iliamna ILI, Juneau JNU, Kalskag KLG, Kaltag
    KAL, Karluk KYK, Kasigluk KUK, Kenai ENA, Ketchikan KTN, Kiana IAN, King Cove KVC, King
    Salmon AKN, Kipnuk KPN, Kivalina KVL, Klawock KLW, Kobuk OBU, Kodiak ADQ, Kodiak KDK,
    Kokhanok KNK, Koliganek KGK, Kongiganak KKH, Kotlik KOT, Kotzebue OTZ, Koyuk KKA, Koyukuk
    KYU, Kulik Lake LKK, Kuparuk UUK, Kwethluk KWT, Kwigillingok KWK, Larsen Bay KLN, Manley Hot
    Springs MLY, Manokotak KMO, Marshall MLL, Mc Grath MCG, Mccarthy MXY, Mckinley Park MCL,
    Mekoryuk MYU, Mertarvik WWT, Middleton Island MDO, Minchumina LMA, Minto MNT, Mountain
    Village MOU, Nanwalek KEB, Napakiak WNA, Napaskiak PKA, Nelson Lagoon NLG, Nenana ENN, New
    Stuyahok KNW, Nightmute NME, Nikolai NIB, Nikolski IKO, Noatak WTK, Nome OME, Nondalton NNL,
    Noorvik ORV, Northway ORT, Nuiqsut NUI, Nulato NUL, Nunam Iqua SXP, Nunapitchuk NUP,
    Ouzinkie KOZ, Palmer PAQ, Perryville KPV, Petersburg PSG, Pilot Point PIP, Pilot Station
    PQS, Platinum PTU, Point Hope PHO, Point Lay PIZ, Port Clarence KPC, Port Heiden PTH,
    Portage Creek PCA, Prospect Creek PPC, Quinhagak KWN, Rampart RMP, Red Dog RDB, Ruby RBY,
    Russian Mission RSH, Sand Point SDP, Savoonga SVA, Scammon Bay SCM, Selawik WLK, Seldovia
    SOV, Seward SWD, Shageluk SHX, Shaktoolik SKK, Sheep Mountain SMU, Shemya SYA, Shishmaref
    SHH, Shungnak SHG, Sitka SIT, Skagway SGY, Skwentna SKW, Sleetmute SLQ, Soldotna SXQ, South
    Naknek WSN, Sparrevohn SVW, St George STG, St Mary'S KSM, St Michael SMK, St Paul Island
    SNP, Stebbins WBB, Stevens Village SVS, Summit UMM, Takotna TCT, Takotna TLJ, Talkeetna TKA,
    Tanana TAL, Tatitlek TEK, Teller TLA, Tin City TNC, Togiak Village TOG, Tok TKJ, Toksook Bay
    OOK, Tuluksak TLT, Tuntutuliak WTL, Umiat UMT, Unalakleet UNK, Unalaska DUT, Utopia Creek
    UTO, Utqiagvik BRW, Valdez VDZ, Venetie VEE, Wainwright AIN, Wales WAA, Wasilla WWA, White
    Mountain WMO, Willow WOW, Wrangell WRG, Yakutat YAK;
  AL: Anniston ANB, Auburn AUO, Birmingham BHM, Decatur DCU, Dothan DHN, Gadsden GAD, Gulf
    Shores GUF, Huntsville HSV, Mobile BFM, Mobile MOB, Montgomery MGM, Muscle Shoals MSL;
  AR: Ash Flat CKK, Batesville BVX, Blytheville BYH, El Dorado ELD, Flippin FLP, Fort Smith FSM,
    Pine Bluff PBF, Searcy SRC, Texarkana TXK, Walnut Ridge ARG;
  AZ: Bullhead City IFP, Douglas Bisbee DUG, Grand Canyon GCN, Marana AVW, Nogales OLS, Phoenix
    PHX, Prescott PRC, Safford SAD, Show Low SOW, Tucson TUS, Winslow INW, Yuma YUM;
  CA: Burbank BUR, Calexico CXL, Chico CIC, Fresno FAT, Long Beach LGB, Los Angeles LAX, Merced
    MCE, Monterey MRY, Oakland OAK, Ontario ONT, Palm Springs PSP, Palm Springs TRM, Redding
    RDD, Sacramento SMF, San Bernardino SBD, San Diego SAN, San Francisco SFO, San Jose SJC, San
    Luis Obispo SBP, Santa Ana SNA;
  CO: Akron AKO, Alamosa ALS, Denver DEN, Eagle EGE, Fort Collins/Loveland FNL, Grand Junction
    GJT, Gunnison GUC, Lamar LAA, Montrose MTJ, Telluride TEX;
  CT: Windsor Locks BDL;
  DC: Washington DCA, Washington IAD;
  FL: Apalachicola AAF, Daytona Beach DAB, Fort Lauderdale FLL, Fort Myers RSW, Fort Pierce FPR,
    Gainesville GNV, Immokalee IMM, Jacksonville JAX, Key West EYW, Lakeland LAL, Leesburg LEE,
    Marathon MTH, Melbourne MLB, Miami MIA, Naples APF, Ocala OCF, Orlando MCO, Orlando SFB,
    Panama City ECP, Pensacola PNS, Sarasota/Bradenton SRQ, Sebring SEF, St
    Petersburg-Clearwater PIE, Tallahassee TLH, Tampa TPA, Titusville TIX, Vero Beach VRB, West
    Palm Beach PBI, Winter Haven GIF;
  GA: Albany ABY, Atlanta ATL, Augusta AGS, Macon MCN, Milledgeville MLJ, Rome RMG, Savannah
    SAV, Thomasville TVI, Valdosta VLD, Vidalia VDI;
  HI: Hana HNM, Hanapepe PAK, Hawi UPP, Hilo ITO, Honolulu HNL, Kahului OGG, Kailua-Kona KOA,
    Kalaupapa LUP, Kamuela MUE, Kaneohe NGF, Kapolei JRF, Kaunakakai MKK, Lahaina JHM, Lanai
    City LNY, Lihue LIH, Mokuleia HDH;
  IA: Ames AMW, Atlantic AIO, Burlington BRL, Charles City CCY, Des Moines DSM, Dubuque DBQ,
    Fort Dodge FOD, Monticello MXO, Ottumwa OTM, Waterloo ALO;
  ID: Idaho Falls IDA, Pocatello PIH, Twin Falls TWF;
  IL: Alton/St Louis ALN, Bloomington/Normal BMI, Cairo CIR, Chicago MDW, Chicago ORD,
    Chicago/Rockford RFD, Danville DNV, Galesburg GBG, Joliet JOT, Lawrenceville LWV, Moline
    MLI, Peoria PIA, Peru VYS, Quincy UIN;
  IN: Anderson AID, Evansville EVV, Fort Wayne FWA, Gary/Chicago GYY, Indianapolis IND, Madison
    MDN, Muncie MIE, South Bend SBN, Terre Haute HUF, Valparaiso VPZ;
  KS: Anthony ANY, Dodge City DDC, Garden City GCK, Hays HYS, Hutchinson HUT, Lawrence LWC,
    Liberal LBL, Manhattan MHK, Pratt PTT, Salina SLN, Topeka FOE;
  KY: Bowling Green BWG, Covington CVG, Louisville SDF, Owensboro OWB, Paducah PAH, Somerset
    SME;
  LA: Alexandria AEX, Alexandria ESF, De Ridder DRI, Lafayette LFT, Lake Charles CWF, Lake
    Charles LCH, Monroe MLU, New Iberia ARA, New Orleans MSY, Ruston RSN, Shreveport SHV;
  MA: Beverly BVY, Boston BOS, New Bedford EWB, Westfield/Springfield BAF, Worcester ORH;
  MD: Baltimore BWI, Cambridge CGE, Cumberland CBE, Hagerstown HGR, Leonardtown LTW, Salisbury
    SBY;
  ME: Bangor BGR, Frenchville WFK, Fryeburg FRY, Houlton HUL, Limestone LIZ, Portland PWM,
    Presque Isle PQI, Rockland RKD, Sanford SFM, Waterville WVL;
  MI: Alpena APN, Ann Arbor ARB, Benton Harbor BEH, Flint FNT, Gaylord GLR, Grand Rapids GRR,
    Kalamazoo AZO, Lansing LAN, Marquette MQT, Menominee MNM, Pellston PLN, Pontiac PTK, Port
    Huron PHN, Saginaw MBS, Sault Ste Marie CIU;
  MN: Albert Lea AEL, Alexandria AXN, Baudette BDE, Bemidji BJI, Brainerd BRD, Duluth DLH,
    Fergus Falls FFM, Hibbing HIB, International Falls INL, Mankato MKT, Marshall MML,
    Minneapolis MSP, Owatonna OWA, Rochester RST, Thief River Falls TVF, Warroad RRT;
  MO: Cape Girardeau CGI, Columbia COU, Farmington FAM, Fort Leonard Wood TBN, Joplin JLN,
    Kansas City MCI, Kirksville IRK, Malden MAW, Poplar Bluff POF, Sedalia DMO, St Louis STL;
  MS: Gulfport GPT, Hattiesburg-Laurel PIB, Jackson JAN, Pascagoula PGL, Tupelo TUP;
  MT: Billings BIL, Bozeman BZN, Cut Bank CTB, Great Falls GTF, Helena HLN, Kalispell FCA,
    Sidney SDY;
  NC: Asheville AVL, Charlotte CLT, Concord USA, Edenton EDE, Elizabeth City ECG, Fayetteville
    FAY, Greensboro GSO, Hickory HKY, Kinston ISO, Lumberton LBT, Manteo MEO, Morganton MRN, New
    Bern EWN, Raleigh/Durham RDU, Roanoke Rapids RZZ, Rocky Mount RWI, Salisbury SRW,
    Statesville SVH, Wilmington ILM;
  ND: Devils Lake DVL, Dickinson DIK, Fargo FAR, Grand Forks GFK, Jamestown JMS, Minot MOT,
    Williston XWA;
  NE: Ainsworth ANW, Alliance AIA, Arapahoe AHF, Grand Island GRI, Kearney EAR, Mc Cook MCK,
    Norfolk OFK, North Platte LBF, Scottsbluff BFF;
  NH: Berlin BML, Manchester MHT, Portsmouth PSM, Whitefield HIE;
  NJ: Atlantic City ACY, Manville JVI, Mount Holly LLY, Newark EWR;
  NM: Alamogordo ALM, Albuquerque ABQ, Clovis CVN, Farmington FMN, Hobbs HOB, Las Cruces LRU,
    Ruidoso RUI, Santa Fe SAF, Taos TSM;
  NV: Elko EKO, Las Vegas LAS, Reno RNO;
  NY: Albany ALB, Buffalo BUF, Elmira/Corning ELM, Ithaca ITH, Massena MSS, Monticello MSV, New
    York JFK, New York LGA, New York SWF, Niagara Falls IAG, Ogdensburg OGS, Oneonta ONH,
    Plattsburgh PBG, Poughkeepsie POU, Rochester ROC, Rome RME, Saranac Lake SLK, Syracuse SYR,
    Watertown ART;
  OH: Akron AKC, Akron CAK, Ashtabula JFN, Cleveland CLE, Columbus CMH, Columbus LCK, Dayton
    DAY, Hamilton HAO, Mansfield MFD, Middletown MWO, Portsmouth PMH, Youngstown/Warren YNG;
  OK: Ada ADT, Afton NRI, Altus AXS, Ardmore ADM, Clinton CLK, Durant DUA, Elk City ELK, Enid
    WDG, Frederick FDR, Guthrie GOK, Hobart HBR, Lawton LAW, Mc Alester MLC, Miami MIO, Muskogee
    MKO, Oklahoma City OKC, Okmulgee OKM, Ponca City PNC, Shawnee SNL, Stillwater SWO, Tulsa
    TUL;
  OR: Ashland AHM, Astoria AST, John Day JDA, Klamath Falls LMT, Medford MFR, North Bend OTH,
    Pendleton PDT, Portland PDX, Roseburg RBG, The Dalles DLS;
  PA: Allentown ABE, Bradford BFD, Butler BTP, Dubois DUJ, Erie ERI, Franklin FKL, Gettysburg
    GTY, Harrisburg MDT, Hazleton HZL, Latrobe LBE, Mount Pocono MPO, Philadelphia PHL,
    Pittsburgh PIT, Reading RDG, State College SCE, Wilkes-Barre/Scranton AVP, Williamsport IPT;
  PR: Aguadilla BQN, Arecibo ARE, Ceiba NRR, Isla De Culebra CPX, Isla De Vieques VQS, Mayaguez
    MAZ, Ponce PSE, San Juan SIG, San Juan SJU;
  RI: Providence PVD;
  SC: Aiken AIK, Anderson AND, Barnwell BNL, Clemson CEU, Florence FLO, Greer GSP, Hartsville
    HVS, Myrtle Beach MYR, Walterboro RBW;
  SD: Aberdeen ABR, Brookings BKX, Huron HON, Pierre PIR, Rapid City RAP, Watertown ATY;
  TN: Columbia/Mount Pleasant MRC, Jackson MKL, Memphis MEM, Nashville BNA, Tullahoma THA, Union
    City UCY;
  TX: Abilene ABI, Alice ALI, Alpine ALE, Amarillo AMA, Angleton/Lake Jackson LJN, Austin AUS,
    Bay City BBC, Beaumont/Port Arthur BPT, Brownsville BRO, Brownwood BWD, Corpus Christi CRP,
    Dallas DAL, Dallas-Fort Worth DFW, Del Rio DRT, Eagle Pass EGP, El Paso ELP, Fort Worth FTW,
    Galveston GLS, Harlingen HRL, Houston CXO, Houston HOU, Houston IAH, Houston SGR, Laredo
    LRD, Longview GGG, Lubbock LBB, Mc Allen MFE, Midland MAF, Mineral Wells MWL, Mount Pleasant
    MPS, Nacogdoches OCH, Rockdale RCK, San Angelo SJT, San Antonio SAT, Sherman/Denison PNX,
    Stephenville SEP, Temple TPL, Tyler TYR, Victoria VCT, Waco ACT, Wharton WHT;
  UT: Brigham City BMC, Cedar City CDC, Manti NTJ, Moab CNY, Price PUC, Salt Lake City SLC, St
    George SGU, Vernal VEL;
  VA: Danville DAN, Franklin FKN, Lynchburg LYH, Newport News PHF, Norfolk ORF, Richmond RIC,
    Roanoke ROA, Winchester WGO;
  VT: Burlington BTV, Newport EFK, Rutland RUT;
  WA: Bellingham BLI, Burlington/Mount Vernon MVW, Everett PAE, Kelso KLS, Moses Lake MWH,
    Olympia OLM, Port Angeles CLM, Port Townsend TWD, Pullman/Moscow PUW, Seattle BFI, Seattle
    SEA, Spokane GEG, Walla Walla ALW;
  WI: Amery AHH, Appleton ATW, Eau Claire EAU, Green Bay GRB, Janesville JVL, Kenosha ENW, La
    Crosse LSE, Lone Rock LNR, Madison MSN, Milwaukee MKE, New Richmond RNH, Oshkosh OSH, Racine
    RAC, Rice Lake RIE, Sheboygan SBM;
  WV: Charleston CRW, Martinsburg MRB, Parkersburg PKB;
  WY: Casper CPR, Cheyenne CYS, Cody COD, Gillette GCC, Laramie LAR, Riverton RIW, Rock Springs
    RKS`.split(";").flatMap(function (line) {
  const [state, airports] = line.trim().split(": ");
  return airports.split(",").map((text) => text.trim().replace(/\s+/g, " ")).map((text) => `${text.slice(0, -4)}, ${state} (${text.slice(-3)})`);
}).sort();
