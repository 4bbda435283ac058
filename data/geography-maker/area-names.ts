/**
 * Post offices that are workplaces rather than places where people live: sorting and delivery centres, counters. They
 * never name a pincode that has any other office.
 */
const FACILITY =
  /\b(?:NDC|IDC|IBC|ICH|PSD|BPC|MPCM|COUNTER|EXTN|NSH|TMO|RMS|NODAL DELIVERY|PARCEL (?:PROCESSING )?CENT(?:RE|ER))\b/i;

/** The delivery centre of a town says so before or after the town's name. */
const DELIVERY_CENTRE = /\b(?:NDC|IDC|Nodal Delivery Cent(?:re|er))\b(?: ?\(Parcel\))?/gi;

/** Initials that stay in capitals even in a name that is all capitals. */
const INITIALS = new Set(
  (
    'AFS AIIMS BARC BEL BEML BHEL BHU BSF CISF CPWD CRPF DAV DLF DLW DRDO DVC ECIL GIDC HAL HEC HMT HQ IBC IDC IIM '
    + 'IISC IIT INS IOC ISRO ITBP ITI JNU JNPT KVK LBS MES MIDC NCL NDA NDC NDRI NEPZ NHPC NIT NTPC NTR ONGC PAC RBI '
    + 'RIICO RMS RTC SAIL SIPCOT SRP SSB TISCO VIP VSS'
  ).split(' '),
);

/** Short words that are not initials, although they are in capitals next to words that are not. */
const PLAIN_WORDS = new Set(['CAMP', 'CITY', 'EAST', 'FORT', 'MILL', 'NEW', 'OLD', 'PORT', 'ROAD', 'TOWN', 'WEST']);

const ROMAN_NUMERAL = /^(?:II|III|IV|VI|VII|VIII|IX|XI|XII)$/;

/**
 * The kind of office: B.O, S.O, H.O, P.O, G.P.O with or without dots, and the variants for offices without delivery
 * (ND), of a town (T), extra-departmental (ED) and so on. What follows it only distinguishes offices of the same name.
 */
const OFFICE_KIND =
  /(?:(?<=[\s.)\]])|(?<=[a-z)])(?=[BS]\.?O\.?$))[([]?\s*(?:N\.?D\.?|N\.?D\.?T\.?|T\.?|D\.?|ED|EDS|EB\.?|GDS|M)?\s?(?:B\.\s?O|S\.\s?O|H\.\s?O|P\.\s?O|G\.\s?P\.\s?O|BO|SO|HO|PO|GPO|HPO)(?![A-Z]|[a-z]{2}).*$/;

function withoutKindAtEnd(name: string): string {
  // The few kinds in small letters are at the end of the name or of its bracket.
  const plain = name.replace(/(?<=[\s(.])([bsh]\.?o)(?=\.?\)?$)/i, (kind) => kind.toUpperCase());
  const cut = plain.replace(OFFICE_KIND, '').trim();
  return cut.length >= 2 ? cut : name;
}

function withoutOfficeKind(name: string): string {
  const plain = name
    .replace(/[^\x20-\x7E]|[`@]/g, ' ')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replace(/\s+/g, ' ')
    .replace(/\b(?:head|sub|branch|general)\s+post\s+office\b.*$/i, '')
    .trim();
  // Twice, because a branch office may name its sub office: `Mahua (Ambah So)B.O`.
  return withoutKindAtEnd(withoutKindAtEnd(plain));
}

function withoutDeliveryCentre(name: string): string {
  const place = name.replace(DELIVERY_CENTRE, ' ').trim();
  return place.length >= 2 ? place : name;
}

/** Separates words that were run together: `SectorIII`, `KanjirappillyTCR`, `NayaGaon`. */
function withSpaces(name: string): string {
  return name.replace(/(?<=[a-z]{2})(?=[A-Z][a-z]{2}|[A-Z]{2,}\b|I\b)/g, ' ');
}

/** Closes or removes an unbalanced bracket, and trims loose punctuation. */
function tidy(name: string): string {
  const opened = name.split('(').length - name.split(')').length;
  const balanced = opened > 0 ? `${name}${')'.repeat(opened)}` : opened < 0 ? name.replaceAll(')', '') : name;
  return balanced
    .replace(/\(\s*\)/g, '')
    .replace(/\s*\(\s*/g, ' (')
    .replace(/\s*\)/g, ')')
    .replace(/\s+/g, ' ')
    .replace(/^[\s\-/,.]+|[\s\-/,]+$|(?<=[a-z]{4})\.$/g, '')
    .trim();
}

function titleCaseWord(word: string, isShouted: boolean): string {
  const isCapitals = word === word.toUpperCase();
  if (!isCapitals && word !== word.toLowerCase()) return word;
  const upper = word.toUpperCase();
  if (INITIALS.has(upper) || ROMAN_NUMERAL.test(word)) return upper;
  if (isCapitals && word.length <= 4 && !isShouted && !PLAIN_WORDS.has(word)) return word;
  if (isCapitals && word.length <= 3 && !/[AEIOUY]/.test(word)) return word;
  return upper.charAt(0) + upper.slice(1).toLowerCase();
}

/** A name in title case, with initials and Roman numerals in capitals. */
export function titleCase(name: string): string {
  const words = name.match(/[A-Za-z]+/g) ?? [];
  const isShouted = words.every((word) => word.length < 2 || word === word.toUpperCase());
  return (
    name
      .replace(/[A-Za-z]+/g, (word) => titleCaseWord(word, isShouted))
      .replace(/(?<= )(?:And|Of|At)(?= )/g, (word) => word.toLowerCase())
      .replace(/(?<=\d)(?:St|Nd|Rd|Th)\b/gi, (ordinal) => ordinal.toLowerCase())
      // The settlements of the Rajasthan canals are numbered: 27 GG, 4 KHD.
      .replace(/(?<=\d )[B-DF-HJ-NP-TV-Z]{2,4}\b/gi, (canal) => canal.toUpperCase())
  );
}

/** The name of the place that a post office serves: `Dhampur HO` is Dhampur. */
export function areaName(officeName: string): string {
  return titleCase(tidy(withSpaces(withoutDeliveryCentre(withoutOfficeKind(officeName)))));
}

/** Whether an office is a postal facility rather than a place. */
export function isFacility(officeName: string): boolean {
  return FACILITY.test(officeName);
}
