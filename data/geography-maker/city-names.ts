import { titleCase } from './area-names.js';

/**
 * Districts that are one city to anyone who sends a parcel there: the eleven of Delhi, the two of Mumbai, and two whose
 * names do not say which city they are.
 */
const METROS: Readonly<Record<string, string>> = {
  'Delhi|*': 'Delhi',
  'Maharashtra|MUMBAI': 'Mumbai',
  'Maharashtra|MUMBAI SUBURBAN': 'Mumbai',
  'Karnataka|BENGALURU URBAN': 'Bengaluru',
  'Uttar Pradesh|GAUTAM BUDDHA NAGAR': 'Noida',
};

/** Districts whose spelling or word order in the directory is not the usual one. */
const SPELLINGS: Readonly<Record<string, string>> = {
  'Andaman and Nicobar Islands|NICOBARS': 'Nicobar',
  'Andaman and Nicobar Islands|SOUTH ANDAMANS': 'South Andaman',
  'Andhra Pradesh|NTR': 'NTR',
  'Andhra Pradesh|SPSR NELLORE': 'Nellore',
  'Andhra Pradesh|VISAKHAPATANAM': 'Visakhapatnam',
  'Andhra Pradesh|Y.S.R.': 'YSR Kadapa',
  'Assam|KAMRUP METRO': 'Kamrup Metropolitan',
  'Assam|MARIGAON': 'Morigaon',
  'Assam|SOUTH SALMARA MANCACHAR': 'South Salmara-Mankachar',
  'Bihar|KAIMUR (BHABUA)': 'Kaimur',
  'Bihar|PASHCHIM CHAMPARAN': 'West Champaran',
  'Bihar|PURBI CHAMPARAN': 'East Champaran',
  'Chhattisgarh|GARIYABAND': 'Gariaband',
  'Chhattisgarh|Gaurella Pendra Marwahi': 'Gaurela-Pendra-Marwahi',
  'Chhattisgarh|KOREA': 'Koriya',
  'Gujarat|AHMADABAD': 'Ahmedabad',
  'Gujarat|ARVALLI': 'Aravalli',
  'Gujarat|BANAS KANTHA': 'Banaskantha',
  'Gujarat|CHHOTAUDEPUR': 'Chhota Udepur',
  'Gujarat|DOHAD': 'Dahod',
  'Gujarat|MAHESANA': 'Mehsana',
  'Gujarat|PANCH MAHALS': 'Panchmahal',
  'Gujarat|SABAR KANTHA': 'Sabarkantha',
  'Haryana|CHARKI DADRI': 'Charkhi Dadri',
  'Himachal Pradesh|LAHUL AND SPITI': 'Lahaul and Spiti',
  'Jharkhand|EAST SINGHBUM': 'East Singhbhum',
  'Jharkhand|SAHEBGANJ': 'Sahibganj',
  'Jharkhand|SARAIKELA KHARSAWAN': 'Saraikela-Kharsawan',
  'Karnataka|CHAMARAJANAGARA': 'Chamarajanagar',
  'Karnataka|CHIKKABALLAPURA': 'Chikkaballapur',
  'Karnataka|VIJAYNAGAR': 'Vijayanagara',
  'Ladakh|LEH LADAKH': 'Leh',
  'Lakshadweep|LAKSHADWEEP DISTRICT': 'Lakshadweep',
  'Madhya Pradesh|EAST NIMAR': 'Khandwa',
  'Odisha|ANUGUL': 'Angul',
  'Odisha|BALESHWAR': 'Balasore',
  'Odisha|JAGATSINGHAPUR': 'Jagatsinghpur',
  'Odisha|JAJAPUR': 'Jajpur',
  'Puducherry|PONDICHERRY': 'Puducherry',
  'Punjab|FIROZEPUR': 'Firozpur',
  'Punjab|S.A.S Nagar': 'Mohali',
  'Rajasthan|GANGANAGAR': 'Sri Ganganagar',
  'Sikkim|EAST DISTRICT': 'Gangtok',
  'Sikkim|NORTH DISTRICT': 'Mangan',
  'Sikkim|SOUTH DISTRICT': 'Namchi',
  'Sikkim|WEST DISTRICT': 'Gyalshing',
  'Tamil Nadu|KANNIYAKUMARI': 'Kanyakumari',
  'Tamil Nadu|TUTICORIN': 'Thoothukudi',
  'Telangana|JANGOAN': 'Jangaon',
  'Telangana|Jagitial': 'Jagtial',
  'Telangana|MEDCHAL MALKAJGIRI': 'Medchal-Malkajgiri',
  'Uttar Pradesh|KHERI': 'Lakhimpur Kheri',
  'Uttar Pradesh|KUSHI NAGAR': 'Kushinagar',
  'Uttar Pradesh|RAE BARELI': 'Raebareli',
  'Uttar Pradesh|SANT KABEER NAGAR': 'Sant Kabir Nagar',
  'Uttar Pradesh|SIDDHARTH NAGAR': 'Siddharthnagar',
  'Uttarakhand|RUDRA PRAYAG': 'Rudraprayag',
  'Uttarakhand|UDAM SINGH NAGAR': 'Udham Singh Nagar',
  'Uttarakhand|UTTAR KASHI': 'Uttarkashi',
  'West Bengal|24 PARAGANAS NORTH': 'North 24 Parganas',
  'West Bengal|24 PARAGANAS SOUTH': 'South 24 Parganas',
  'West Bengal|COOCHBEHAR': 'Cooch Behar',
  'West Bengal|DINAJPUR DAKSHIN': 'Dakshin Dinajpur',
  'West Bengal|DINAJPUR UTTAR': 'Uttar Dinajpur',
  'West Bengal|MALDAH': 'Malda',
  'West Bengal|MEDINIPUR EAST': 'Purba Medinipur',
  'West Bengal|MEDINIPUR WEST': 'Paschim Medinipur',
};

const plainName = (district: string): string => titleCase(district).replaceAll(' And ', ' and ');

/** The name of the city of a district of the directory, as an Indian reader expects it. */
export function cityName(stateName: string, district: string): string {
  const key = `${stateName}|${district}`;
  return METROS[`${stateName}|*`] ?? METROS[key] ?? SPELLINGS[key] ?? plainName(district);
}

/** The directory's own name of a district; null where a state's districts are one city: what they are called says little. */
export function directoryName(stateName: string, district: string): string | null {
  return METROS[`${stateName}|*`] === undefined ? plainName(district) : null;
}

/** Every `state|district` that the tables above name, so that the maker can detect stale entries. */
export function namedDistricts(): string[] {
  return [...Object.keys(METROS), ...Object.keys(SPELLINGS)].filter((key) => !key.endsWith('|*'));
}
