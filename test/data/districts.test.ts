/** The names of districts that older lists have, by the city that they find in the shipped geography. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { CityDocument } from '../../data/geography-maker/documents.js';
import type { StateDocument } from '../../data/geography-maker/states.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';

const read = <Row>(table: string): Row[] =>
  gunzipSync(readFileSync(path.join(PACKAGE_ROOT, 'data', 'geography', `${table}.ndjson.gz`)))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
const stateIds = new Map(read<StateDocument>('states').map(({ code, id }) => [code, id]));
const cities = read<CityDocument>('cities');

/** The cities of a state that a reference such as `"Pune, MH"` means: by their own names, or else by other names. */
function called(name: string, code: string): string[] {
  const ofState = cities.filter(({ stateId }) => stateId === stateIds.get(code));
  const isIt = (each: string) => each.toLowerCase() === name.toLowerCase();
  const own = ofState.filter((city) => isIt(city.name));
  return (own.length > 0 ? own : ofState.filter(({ aliases = [] }) => aliases.some(isIt))).map((city) => city.name);
}

/**
 * The 640 districts of the Census of 2011 in its spelling, by today's state: Andhra Pradesh and Jammu and Kashmir as
 * they were divided since. The nine of Delhi have the city's name behind theirs.
 */
const CENSUS_2011: Readonly<Record<string, string>> = {
  AN: 'Nicobars, North & Middle Andaman, South Andaman',
  AP:
    'Srikakulam, Vizianagaram, Visakhapatnam, East Godavari, West Godavari, Krishna, Guntur, Prakasam, '
    + 'Sri Potti Sriramulu Nellore, Y.S.R., Kurnool, Anantapur, Chittoor',
  AR:
    'Tawang, West Kameng, East Kameng, Papum Pare, Upper Subansiri, West Siang, East Siang, Upper Siang, Changlang, '
    + 'Tirap, Lower Subansiri, Kurung Kumey, Dibang Valley, Lower Dibang Valley, Lohit, Anjaw',
  AS:
    'Kokrajhar, Dhubri, Goalpara, Barpeta, Morigaon, Nagaon, Sonitpur, Lakhimpur, Dhemaji, Tinsukia, Dibrugarh, '
    + 'Sivasagar, Jorhat, Golaghat, Karbi Anglong, Dima Hasao, Cachar, Karimganj, Hailakandi, Bongaigaon, Chirang, '
    + 'Kamrup, Kamrup Metropolitan, Nalbari, Baksa, Darrang, Udalguri',
  BR:
    'Pashchim Champaran, Purba Champaran, Sheohar, Sitamarhi, Madhubani, Supaul, Araria, Kishanganj, Purnia, Katihar, '
    + 'Madhepura, Saharsa, Darbhanga, Muzaffarpur, Gopalganj, Siwan, Saran, Vaishali, Samastipur, Begusarai, Khagaria, '
    + 'Bhagalpur, Banka, Munger, Lakhisarai, Sheikhpura, Nalanda, Patna, Bhojpur, Buxar, Kaimur (Bhabua), Rohtas, '
    + 'Aurangabad, Gaya, Nawada, Jamui, Jehanabad, Arwal',
  CH: 'Chandigarh',
  CG:
    'Koriya, Surguja, Jashpur, Raigarh, Korba, Janjgir - Champa, Bilaspur, Kabeerdham, Rajnandgaon, Durg, Raipur, '
    + 'Mahasamund, Dhamtari, Uttar Bastar Kanker, Bastar, Narayanpur, Dakshin Bastar Dantewada, Bijapur',
  DH: 'Daman, Diu, Dadra & Nagar Haveli',
  DL:
    'North West Delhi, North Delhi, North East Delhi, East Delhi, New Delhi, Central Delhi, West Delhi, '
    + 'South West Delhi, South Delhi',
  GA: 'North Goa, South Goa',
  GJ:
    'Kachchh, Banas Kantha, Patan, Mahesana, Sabar Kantha, Gandhinagar, Ahmadabad, Surendranagar, Rajkot, Jamnagar, '
    + 'Porbandar, Junagadh, Amreli, Bhavnagar, Anand, Kheda, Panch Mahals, Dohad, Vadodara, Narmada, Bharuch, '
    + 'The Dangs, Navsari, Valsad, Surat, Tapi',
  HP: 'Chamba, Kangra, Lahul & Spiti, Kullu, Mandi, Hamirpur, Una, Bilaspur, Solan, Sirmaur, Shimla, Kinnaur',
  HR:
    'Panchkula, Ambala, Yamunanagar, Kurukshetra, Kaithal, Karnal, Panipat, Sonipat, Jind, Fatehabad, Sirsa, Hisar, '
    + 'Bhiwani, Rohtak, Jhajjar, Mahendragarh, Rewari, Gurgaon, Mewat, Faridabad, Palwal',
  JH:
    'Garhwa, Chatra, Kodarma, Giridih, Deoghar, Godda, Sahibganj, Pakur, Dhanbad, Bokaro, Lohardaga, '
    + 'Purbi Singhbhum, Palamu, Latehar, Hazaribagh, Ramgarh, Dumka, Jamtara, Ranchi, Khunti, Gumla, Simdega, '
    + 'Pashchimi Singhbhum, Saraikela-Kharsawan',
  JK:
    'Kupwara, Badgam, Punch, Rajouri, Kathua, Baramula, Bandipore, Srinagar, Ganderbal, Pulwama, Shupiyan, Anantnag, '
    + 'Kulgam, Doda, Ramban, Kishtwar, Udhampur, Reasi, Jammu, Samba',
  KA:
    'Belgaum, Bagalkot, Bijapur, Bidar, Raichur, Koppal, Gadag, Dharwad, Uttara Kannada, Haveri, Bellary, Chitradurga, '
    + 'Davanagere, Shimoga, Udupi, Chikmagalur, Tumkur, Bangalore, Mandya, Hassan, Dakshina Kannada, Kodagu, Mysore, '
    + 'Chamarajanagar, Gulbarga, Yadgir, Kolar, Chikkaballapura, Bangalore Rural, Ramanagara',
  KL:
    'Kasaragod, Kannur, Wayanad, Kozhikode, Malappuram, Palakkad, Thrissur, Ernakulam, Idukki, Kottayam, Alappuzha, '
    + 'Pathanamthitta, Kollam, Thiruvananthapuram',
  LA: 'Leh(Ladakh), Kargil',
  LD: 'Lakshadweep',
  MH:
    'Nandurbar, Dhule, Jalgaon, Buldana, Akola, Washim, Amravati, Wardha, Nagpur, Bhandara, Gondiya, Gadchiroli, '
    + 'Chandrapur, Yavatmal, Nanded, Hingoli, Parbhani, Jalna, Aurangabad, Nashik, Thane, Mumbai Suburban, Mumbai, '
    + 'Raigarh, Pune, Ahmadnagar, Bid, Latur, Osmanabad, Solapur, Satara, Ratnagiri, Sindhudurg, Kolhapur, Sangli',
  ML: 'West Garo Hills, East Garo Hills, South Garo Hills, West Khasi Hills, Ribhoi, East Khasi Hills, Jaintia Hills',
  MN: 'Senapati, Tamenglong, Churachandpur, Bishnupur, Thoubal, Imphal West, Imphal East, Ukhrul, Chandel',
  MP:
    'Sheopur, Morena, Bhind, Gwalior, Datia, Shivpuri, Tikamgarh, Chhatarpur, Panna, Sagar, Damoh, Satna, Rewa, '
    + 'Umaria, Neemuch, Mandsaur, Ratlam, Ujjain, Shajapur, Dewas, Dhar, Indore, Khargone (West Nimar), Barwani, '
    + 'Rajgarh, Vidisha, Bhopal, Sehore, Raisen, Betul, Harda, Hoshangabad, Katni, Jabalpur, Narsimhapur, Dindori, '
    + 'Mandla, Chhindwara, Seoni, Balaghat, Guna, Ashoknagar, Shahdol, Anuppur, Sidhi, Singrauli, Jhabua, Alirajpur, '
    + 'Khandwa (East Nimar), Burhanpur',
  MZ: 'Mamit, Kolasib, Aizawl, Champhai, Serchhip, Lunglei, Lawngtlai, Saiha',
  NL: 'Mon, Mokokchung, Zunheboto, Wokha, Dimapur, Phek, Tuensang, Longleng, Kiphire, Kohima, Peren',
  OD:
    'Bargarh, Jharsuguda, Sambalpur, Debagarh, Sundargarh, Kendujhar, Mayurbhanj, Baleshwar, Bhadrak, Kendrapara, '
    + 'Jagatsinghapur, Cuttack, Jajapur, Dhenkanal, Anugul, Nayagarh, Khordha, Puri, Ganjam, Gajapati, Kandhamal, '
    + 'Baudh, Subarnapur, Balangir, Nuapada, Kalahandi, Rayagada, Nabarangapur, Koraput, Malkangiri',
  PB:
    'Gurdaspur, Kapurthala, Jalandhar, Hoshiarpur, Shahid Bhagat Singh Nagar, Fatehgarh Sahib, Ludhiana, Moga, '
    + 'Firozpur, Muktsar, Faridkot, Bathinda, Mansa, Patiala, Amritsar, Tarn Taran, Rupnagar, '
    + 'Sahibzada Ajit Singh Nagar, Sangrur, Barnala',
  PY: 'Yanam, Puducherry, Mahe, Karaikal',
  RJ:
    'Ganganagar, Hanumangarh, Bikaner, Churu, Jhunjhunun, Alwar, Bharatpur, Dhaulpur, Karauli, Sawai Madhopur, Dausa, '
    + 'Jaipur, Sikar, Nagaur, Jodhpur, Jaisalmer, Barmer, Jalor, Sirohi, Pali, Ajmer, Tonk, Bundi, Bhilwara, '
    + 'Rajsamand, Dungarpur, Banswara, Chittaurgarh, Kota, Baran, Jhalawar, Udaipur, Pratapgarh',
  SK: 'North District, West District, South District, East District',
  TN:
    'Thiruvallur, Chennai, Kancheepuram, Vellore, Tiruvannamalai, Viluppuram, Salem, Namakkal, Erode, The Nilgiris, '
    + 'Dindigul, Karur, Tiruchirappalli, Perambalur, Ariyalur, Cuddalore, Nagapattinam, Thiruvarur, Thanjavur, '
    + 'Pudukkottai, Sivaganga, Madurai, Theni, Virudhunagar, Ramanathapuram, Thoothukkudi, Tirunelveli, '
    + 'Kanniyakumari, Dharmapuri, Krishnagiri, Coimbatore, Tiruppur',
  TR: 'West Tripura, South Tripura, Dhalai, North Tripura',
  TS: 'Adilabad, Nizamabad, Karimnagar, Medak, Hyderabad, Rangareddy, Mahbubnagar, Nalgonda, Warangal, Khammam',
  UK:
    'Uttarkashi, Chamoli, Rudraprayag, Tehri Garhwal, Dehradun, Garhwal, Pithoragarh, Bageshwar, Almora, Champawat, '
    + 'Nainital, Udham Singh Nagar, Hardwar',
  UP:
    'Saharanpur, Muzaffarnagar, Bijnor, Moradabad, Rampur, Jyotiba Phule Nagar, Meerut, Baghpat, Ghaziabad, '
    + 'Gautam Buddha Nagar, Bulandshahr, Aligarh, Mahamaya Nagar, Mathura, Agra, Firozabad, Mainpuri, Budaun, '
    + 'Bareilly, Pilibhit, Shahjahanpur, Kheri, Sitapur, Hardoi, Unnao, Lucknow, Rae Bareli, Farrukhabad, Kannauj, '
    + 'Etawah, Auraiya, Kanpur Dehat, Kanpur Nagar, Jalaun, Jhansi, Lalitpur, Hamirpur, Mahoba, Banda, Chitrakoot, '
    + 'Fatehpur, Pratapgarh, Kaushambi, Allahabad, Bara Banki, Faizabad, Ambedkar Nagar, Sultanpur, Bahraich, '
    + 'Shrawasti, Balrampur, Gonda, Siddharthnagar, Basti, Sant Kabir Nagar, Mahrajganj, Gorakhpur, Kushinagar, '
    + 'Deoria, Azamgarh, Mau, Ballia, Jaunpur, Ghazipur, Chandauli, Varanasi, Sant Ravidas Nagar (Bhadohi), Mirzapur, '
    + 'Sonbhadra, Etah, Kanshiram Nagar',
  WB:
    'Darjiling, Jalpaiguri, Koch Bihar, Uttar Dinajpur, Dakshin Dinajpur, Maldah, Murshidabad, Birbhum, Barddhaman, '
    + 'Nadia, North Twenty Four Parganas, Hugli, Bankura, Puruliya, Haora, Kolkata, South Twenty Four Parganas, '
    + 'Paschim Medinipur, Purba Medinipur',
};

/** Names of India Post's lists of 2011 to 2017 that differ from those above, and of the present one. */
const INDIA_POST: Readonly<Record<string, string>> = {
  AN: 'South Andamans',
  AP: 'Ananthapur, Cuddapah, SPSR Nellore, Visakhapatanam',
  AS: 'Marigaon, North Cachar Hills, Sibsagar, Kamrup Metro, South Salmara Mancachar',
  BR: 'East Champaran, West Champaran, Purbi Champaran',
  CG: 'Janjgir-Champa, Kawardha, Korea, Gariyaband',
  DL: 'Shahdara, South East Delhi',
  GJ: 'Banaskantha, Gandhi Nagar, Surendra Nagar, Arvalli, Chhotaudepur',
  HP: 'Lahul and Spiti',
  HR: 'Yamuna Nagar, Charki Dadri',
  JH: 'Giridh, Hazaribag, Palamau, Seraikela-Kharsawan, East Singhbum, Sahebganj',
  JK: 'Ananthnag, Bandipur, Rajauri',
  KA: 'Chickmagalur, Chamrajnagar, Ramanagar, Bengaluru Urban, Vijaynagar',
  KL: 'Kasargod',
  LA: 'Leh Ladakh, Leh (Ladakh)',
  MH: 'Ahmed Nagar',
  MP: 'Ashok Nagar, East Nimar, West Nimar',
  OD: 'Baleswar, Khorda, Sonapur, Sundergarh',
  PB: 'Nawanshahr, Ropar, Firozepur, S.A.S Nagar',
  PY: 'Pondicherry',
  RJ: 'Jhujhunu',
  TN: 'Nilgiris, Tiruvallur, Tiruvarur, Tuticorin',
  TS: 'Karim Nagar, Mahabub Nagar, K.V. Rangareddy, Jangoan, Jagitial',
  UP: 'Bagpat, Kushi Nagar, Sant Kabeer Nagar',
  UK: 'Rudra Prayag, Udam Singh Nagar, Uttar Kashi',
  WB: 'Bardhaman, East Midnapore, Medinipur, Dinajpur Uttar, 24 Paraganas North',
};

/** Made or renamed since 2014, with the city that has their pincodes. */
const SINCE_2014 =
  'Soreng SK/Gyalshing, Pakyong SK/Pakyong, Namchi SK/Namchi, Niuland NL/Dimapur, Chümoukedima NL/Dimapur, '
  + 'Chumoukedima NL/Dimapur, Tseminyu NL/Kohima, Noklak NL/Tuensang, Shamator NL/Tuensang, Meluri NL/Phek, '
  + 'Kra Daadi AR/Kurung Kumey, Kamle AR/Lower Subansiri, Keyi Panyor AR/Lower Subansiri, Siang AR/East Siang, '
  + 'Lepa Rada AR/West Siang, Bichom AR/West Kameng, Tamulpur AS/Baksa, Sribhumi AS/Karimganj, Siaha MZ/Saiha, '
  + 'Kamjong MN/Imphal East, Eastern West Khasi Hills ML/West Khasi Hills, '
  + 'Manendragarh-Chirmiri-Bharatpur CG/Koriya, Sakti CG/Janjgir-Champa, Sarangarh-Bilaigarh CG/Raigarh, '
  + 'Mohla-Manpur-Ambagarh Chowki CG/Rajnandgaon, Khairagarh-Chhuikhadan-Gandai CG/Rajnandgaon, '
  + 'Maihar MP/Satna, Mauganj MP/Rewa, Pandhurna MP/Chhindwara, Narmadapuram MP/Hoshangabad, Hansi HR/Hisar, '
  + 'Gurugram HR/Gurugram, Nuh HR/Nuh, Vav-Tharad GJ/Banaskantha, Balotra RJ/Barmer, Beawar RJ/Ajmer, '
  + 'Deeg RJ/Bharatpur, Didwana-Kuchaman RJ/Nagaur, Khairthal-Tijara RJ/Alwar, Kotputli-Behror RJ/Jaipur, '
  + 'Phalodi RJ/Jodhpur, Salumbar RJ/Udaipur, Anupgarh RJ/Sri Ganganagar, Neem Ka Thana RJ/Sikar, '
  + 'Chhatrapati Sambhajinagar MH/Aurangabad, Dharashiv MH/Osmanabad, Ahilyanagar MH/Ahmednagar, '
  + 'Prayagraj UP/Prayagraj, Ayodhya UP/Ayodhya, Markapuram AP/Prakasam, Bengaluru South KA/Ramanagara, '
  + 'Bengaluru North KA/Bengaluru Rural, Kushavati GA/South Goa, Zanskar LA/Kargil, Nubra LA/Leh, '
  + 'South Sikkim SK/Namchi, East Sikkim SK/Gangtok, West Sikkim SK/Gyalshing, North Sikkim SK/Mangan, '
  + 'Kadapa AP/YSR Kadapa, Y.S.R. AP/YSR Kadapa';

/** Names that only GeoNames' list has, and spellings of couriers' sheets. */
const GEONAMES =
  'Aurangabad(BH)/BR, Bilaspur(CGH)/CG, Bijapur(CGH)/CG, Bilaspur (HP)/HP, Hamirpur(HP)/HP, Raigarh(MH)/MH, '
  + 'Jaribam/MN, Mammit/MZ, Zunhebotto/NL, Jayashankar/TS, Gomti/TR, Tiruchi/TN, Tiruppattur/TN, Ganga Nagar/RJ, '
  + 'Seraikella/JH, Khurdha/OD, Raygada/OD';

const split = (pair: string) => pair.split('/') as [name: string, code: string];

const pairsOf = (lists: Readonly<Record<string, string>>) =>
  Object.entries(lists).flatMap(([code, names]) => names.split(', ').map((name) => [name, code] as const));

describe('names of districts', () => {
  it('of the Census of 2011 are all known in their states', () => {
    const pairs = pairsOf(CENSUS_2011);
    assert.equal(pairs.length, 640);
    assert.deepEqual(
      pairs.filter(([name, code]) => called(name, code).length === 0),
      [],
    );
  });

  it('of India Post’s lists, past and present, are all known in their states', () => {
    assert.deepEqual(
      pairsOf(INDIA_POST).filter(([name, code]) => called(name, code).length === 0),
      [],
    );
  });

  it('of GeoNames’ list, made from an older one of India Post, are all known in their states', () => {
    assert.deepEqual(
      GEONAMES.split(', ').filter((pair) => called(...split(pair)).length !== 1),
      [],
    );
  });

  it('of Puducherry’s exclaves are no names of cities in the state around them', () => {
    for (const [name, code] of [
      ['Yanam', 'AP'],
      ['Mahe', 'KL'],
      ['Karaikal', 'TN'],
    ] as const) {
      assert.deepEqual(called(name, code), []);
      assert.deepEqual(called(name, 'PY'), [name]);
    }
  });

  it('mean one city, but for one that two towns are called too', () => {
    const several = [...pairsOf(CENSUS_2011), ...pairsOf(INDIA_POST)].filter(
      ([name, code]) => called(name, code).length > 1,
    );
    assert.deepEqual(several, [['Mahrajganj', 'UP']]);
  });

  it('find the districts that were made or renamed since 2014', () => {
    for (const pair of SINCE_2014.split(', ')) {
      const [, name = '', code = '', city] = /^(.*) ([A-Z]{2})\/(.*)$/.exec(pair) ?? [];
      assert.deepEqual(called(name, code), [city], pair);
    }
  });
});
