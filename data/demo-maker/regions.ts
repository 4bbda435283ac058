/** Regions and metros as Indian carriers group them: ISO state codes, `STATE/City` names. */
export const NORTH = ['DL', 'HR', 'PB', 'CH', 'RJ', 'UP', 'UK', 'HP'];
export const CENTRAL = ['MP', 'CG'];
export const WEST = ['MH', 'GJ', 'GA', 'DH'];
export const SOUTH = ['KA', 'TN', 'KL', 'AP', 'TS', 'PY'];
export const EAST = ['WB', 'BR', 'JH', 'OD'];
export const NORTH_EAST = ['AS', 'AR', 'ML', 'MN', 'MZ', 'NL', 'TR', 'SK'];
export const ISLANDS = ['AN', 'LD'];

export const DELHI_NCR = ['DL/Delhi', 'HR/Gurugram', 'HR/Faridabad', 'UP/Noida', 'UP/Ghaziabad'];
export const MUMBAI = ['MH/Mumbai', 'MH/Thane'];
export const PUNE = ['MH/Pune'];
export const AHMEDABAD = ['GJ/Ahmedabad', 'GJ/Gandhinagar'];
export const BENGALURU = ['KA/Bengaluru'];
export const HYDERABAD = ['TS/Hyderabad', 'TS/Ranga Reddy', 'TS/Medchal-Malkajgiri'];
export const CHENNAI = ['TN/Chennai', 'TN/Chengalpattu'];
export const KOLKATA = ['WB/Kolkata', 'WB/Howrah'];

/** Districts with high passes and single roads, cut off for weeks in winter or during the monsoon. */
export const HIMALAYAN_DISTRICTS = [
  'HP/Lahaul and Spiti',
  'HP/Kinnaur',
  'UK/Chamoli',
  'UK/Pithoragarh',
  'UK/Uttarkashi',
  'SK/Mangan',
  'AR/Tawang',
  'AR/Anjaw',
  'AR/Dibang Valley',
  'JK/Kishtwar',
];
