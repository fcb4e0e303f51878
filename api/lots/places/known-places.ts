import type { LandmarkKind } from '@openspot/core/enums.ts'

/** A public place by its facts. `names` are other names that people type. */
export interface KnownPlace {
  kind: Exclude<LandmarkKind, 'STREET'>
  name: string
  names: readonly string[]
  street: string | null
  city: string
  region: string
  postal_code: string | null
  lat: number
  lng: number
  time_zone: string
}

const chicago =
  (kind: KnownPlace['kind']) =>
  (
    name: string,
    [lat, lng]: readonly [number, number],
    [street, postal_code]: readonly [string | null, string | null],
    ...names: string[]
  ): KnownPlace => ({
    kind,
    name,
    names,
    street,
    city: 'Chicago',
    region: 'IL',
    postal_code,
    lat,
    lng,
    time_zone: 'America/Chicago',
  })
const venue = chicago('VENUE')
const landmark = chicago('LANDMARK')
const station = chicago('STATION')
const neighborhood = chicago('NEIGHBORHOOD')

/** The time zones of the airports in the list. Where a state has two zones, all of its airports here are in one. */
const zones: Record<string, readonly string[]> = {
  'America/New_York': ['GA', 'NY', 'NJ', 'MA', 'DC', 'VA', 'FL', 'PA'],
  'America/Chicago': ['IL', 'WI', 'TX', 'MN', 'MO'],
  'America/Denver': ['CO'],
  'America/Phoenix': ['AZ'],
  'America/Los_Angeles': ['CA', 'WA', 'NV'],
  'America/Detroit': ['MI'],
  'America/Indiana/Indianapolis': ['IN'],
}
function zoneOf(region: string): string {
  const [zone] = Object.entries(zones).find(([, regions]) => regions.includes(region)) ?? []
  if (zone === undefined) throw new Error(`Add the time zone of ${region}.`)
  return zone
}

const airport = (
  code: string,
  name: string,
  [city, region]: readonly [string, string],
  [lat, lng]: readonly [number, number],
  ...names: string[]
): KnownPlace => ({
  kind: 'AIRPORT',
  name,
  names: [code, ...names],
  street: null,
  city,
  region,
  postal_code: null,
  lat,
  lng,
  time_zone: zoneOf(region),
})

/** Venues, landmarks, and airports that drivers name, with what else they are called. */
export const knownPlaces: readonly KnownPlace[] = [
  venue('Wrigley Field', [41.9484, -87.6553], ['1060 W Addison St', '60613'], 'Cubs'),
  venue('Soldier Field', [41.8623, -87.6167], ['1410 S Museum Campus Dr', '60605'], 'Bears'),
  venue('United Center', [41.8807, -87.6742], ['1901 W Madison St', '60612'], 'Bulls', 'Blackhawks'),
  venue(
    'Rate Field',
    [41.83, -87.6338],
    ['333 W 35th St', '60616'],
    'Guaranteed Rate Field',
    'White Sox',
    'Comiskey Park',
  ),
  venue('Wintrust Arena', [41.8538, -87.6211], ['200 E Cermak Rd', '60616']),
  venue('McCormick Place', [41.8512, -87.6163], ['2301 S King Dr', '60616'], 'Convention Center'),
  venue('Chicago Theatre', [41.8855, -87.6273], ['175 N State St', '60601']),
  venue('Cadillac Palace Theatre', [41.8846, -87.6331], ['151 W Randolph St', '60601']),
  venue('CIBC Theatre', [41.8815, -87.629], ['18 W Monroe St', '60603']),
  venue(
    'James M. Nederlander Theatre',
    [41.8848, -87.6287],
    ['24 W Randolph St', '60601'],
    'Oriental Theatre',
  ),
  venue('Goodman Theatre', [41.8852, -87.6307], ['170 N Dearborn St', '60601']),
  venue('Auditorium Theatre', [41.8761, -87.6252], ['50 E Ida B Wells Dr', '60605']),
  venue('Lyric Opera House', [41.8826, -87.6374], ['20 N Wacker Dr', '60606'], 'Civic Opera House'),
  venue(
    'Symphony Center',
    [41.8792, -87.6247],
    ['220 S Michigan Ave', '60604'],
    'Chicago Symphony Orchestra',
  ),
  venue('Jay Pritzker Pavilion', [41.8832, -87.6219], ['201 E Randolph St', '60601']),
  venue('House of Blues', [41.8883, -87.6291], ['329 N Dearborn St', '60654']),
  venue('Steppenwolf Theatre', [41.9123, -87.6483], ['1650 N Halsted St', '60614']),
  venue('The Second City', [41.9114, -87.6352], ['1616 N Wells St', '60614']),
  venue('Aragon Ballroom', [41.9694, -87.658], ['1106 W Lawrence Ave', '60640']),
  venue('Riviera Theatre', [41.9685, -87.6592], ['4746 N Racine Ave', '60640']),
  venue('Credit Union 1 Arena', [41.8748, -87.6563], ['525 S Racine Ave', '60607'], 'UIC Pavilion'),
  landmark('Willis Tower', [41.8789, -87.6359], ['233 S Wacker Dr', '60606'], 'Sears Tower', 'Skydeck'),
  landmark(
    '875 North Michigan Avenue',
    [41.8988, -87.6229],
    ['875 N Michigan Ave', '60611'],
    '360 Chicago',
    'Hancock Tower',
  ),
  landmark('Merchandise Mart', [41.8885, -87.6354], ['222 W Merchandise Mart Plz', '60654'], 'The Mart'),
  landmark('Art Institute of Chicago', [41.8796, -87.6237], ['111 S Michigan Ave', '60603'], 'Art Museum'),
  landmark('Cloud Gate', [41.8827, -87.6233], ['201 E Randolph St', '60602'], 'The Bean'),
  landmark('Maggie Daley Park', [41.8838, -87.6187], ['337 E Randolph St', '60601']),
  landmark('Buckingham Fountain', [41.8758, -87.6189], ['301 S Columbus Dr', '60605']),
  landmark('Adler Planetarium', [41.8663, -87.6068], ['1300 S DuSable Lake Shore Dr', '60605']),
  landmark('Shedd Aquarium', [41.8676, -87.614], ['1200 S DuSable Lake Shore Dr', '60605']),
  landmark('Field Museum', [41.8663, -87.617], ['1400 S DuSable Lake Shore Dr', '60605']),
  landmark(
    'Griffin Museum of Science and Industry',
    [41.7906, -87.5831],
    ['5700 S DuSable Lake Shore Dr', '60637'],
    'MSI',
  ),
  landmark('Museum of Contemporary Art', [41.8972, -87.6212], ['220 E Chicago Ave', '60611'], 'MCA'),
  landmark('Lincoln Park Zoo', [41.9211, -87.6334], ['2001 N Clark St', '60614']),
  landmark('Garfield Park Conservatory', [41.8863, -87.7172], ['300 N Central Park Ave', '60624']),
  landmark('Chicago Cultural Center', [41.8837, -87.6249], ['78 E Washington St', '60602']),
  landmark(
    'Harold Washington Library Center',
    [41.8763, -87.6282],
    ['400 S State St', '60605'],
    'Public Library',
  ),
  landmark('Chicago City Hall', [41.8838, -87.6319], ['121 N LaSalle St', '60602']),
  landmark(
    'Richard J. Daley Center',
    [41.884, -87.6303],
    ['50 W Washington St', '60602'],
    'Daley Center',
    'Courthouse',
  ),
  landmark('Tribune Tower', [41.8904, -87.6234], ['435 N Michigan Ave', '60611']),
  landmark('Marina City', [41.888, -87.6288], ['300 N State St', '60654']),
  landmark(
    'Macy’s on State Street',
    [41.8837, -87.6271],
    ['111 N State St', '60602'],
    'Macys',
    'Marshall Field',
  ),
  landmark('Palmer House', [41.8796, -87.6269], ['17 E Monroe St', '60603']),
  landmark('Hilton Chicago', [41.8727, -87.6245], ['720 S Michigan Ave', '60605']),
  landmark('Northwestern Memorial Hospital', [41.8952, -87.6213], ['251 E Huron St', '60611']),
  landmark('Rush University Medical Center', [41.8745, -87.6688], ['1620 W Harrison St', '60612']),
  landmark('University of Illinois Chicago', [41.8719, -87.6492], ['1200 W Harrison St', '60607'], 'UIC'),
  landmark('DePaul University Loop Campus', [41.8778, -87.6272], ['1 E Jackson Blvd', '60604'], 'DePaul'),
  landmark('Lake Point Tower', [41.8917, -87.6122], ['505 N Lake Shore Dr', '60611']),
  landmark('Navy Pier', [41.8917, -87.6043], ['600 E Grand Ave', '60611']),
  landmark('Millennium Park', [41.8826, -87.6226], ['201 E Randolph St', '60602']),
  landmark('Water Tower Place', [41.898, -87.6229], ['835 N Michigan Ave', '60611']),
  station(
    'Chicago Union Station',
    [41.8787, -87.6403],
    ['225 S Canal St', '60606'],
    'Union Station',
    'Amtrak',
  ),
  station('Ogilvie Transportation Center', [41.8827, -87.6405], ['500 W Madison St', '60661']),
  station('Millennium Station', [41.8845, -87.6237], ['151 N Michigan Ave', '60601']),
  station('LaSalle Street Station', [41.8755, -87.6322], ['414 S LaSalle St', '60605']),
  neighborhood('Chicago Loop', [41.8819, -87.6278], [null, null], 'Downtown Chicago'),
  neighborhood('River North', [41.8925, -87.6341], [null, null]),
  neighborhood('West Loop', [41.8825, -87.6477], [null, null], 'Fulton Market'),
  airport(
    'ORD',
    'O’Hare International Airport',
    ['Chicago', 'IL'],
    [41.978, -87.9044],
    'O’Hare',
    'Chicago Airport',
  ),
  airport(
    'MDW',
    'Midway International Airport',
    ['Chicago', 'IL'],
    [41.7868, -87.7522],
    'Midway',
    'Chicago Midway',
  ),
  airport('MKE', 'Milwaukee Mitchell International Airport', ['Milwaukee', 'WI'], [42.9472, -87.8966]),
  airport(
    'ATL',
    'Hartsfield–Jackson Atlanta International Airport',
    ['Atlanta', 'GA'],
    [33.6407, -84.4277],
    'Atlanta Airport',
  ),
  airport('LAX', 'Los Angeles International Airport', ['Los Angeles', 'CA'], [33.9416, -118.4085]),
  airport('SFO', 'San Francisco International Airport', ['San Francisco', 'CA'], [37.6213, -122.379]),
  airport(
    'JFK',
    'John F. Kennedy International Airport',
    ['New York', 'NY'],
    [40.6413, -73.7781],
    'Kennedy Airport',
  ),
  airport('LGA', 'LaGuardia Airport', ['New York', 'NY'], [40.7769, -73.874]),
  airport('EWR', 'Newark Liberty International Airport', ['Newark', 'NJ'], [40.6895, -74.1745]),
  airport('BOS', 'Logan International Airport', ['Boston', 'MA'], [42.3656, -71.0096], 'Boston Airport'),
  airport(
    'DCA',
    'Ronald Reagan Washington National Airport',
    ['Washington', 'DC'],
    [38.8512, -77.0402],
    'Reagan Airport',
  ),
  airport('IAD', 'Washington Dulles International Airport', ['Dulles', 'VA'], [38.9531, -77.4565], 'Dulles'),
  airport('DEN', 'Denver International Airport', ['Denver', 'CO'], [39.8561, -104.6737]),
  airport('DFW', 'Dallas Fort Worth International Airport', ['Dallas', 'TX'], [32.8998, -97.0403]),
  airport(
    'IAH',
    'George Bush Intercontinental Airport',
    ['Houston', 'TX'],
    [29.9902, -95.3368],
    'Houston Airport',
  ),
  airport('SEA', 'Seattle–Tacoma International Airport', ['Seattle', 'WA'], [47.4502, -122.3088], 'SeaTac'),
  airport('MIA', 'Miami International Airport', ['Miami', 'FL'], [25.7959, -80.287]),
  airport('MCO', 'Orlando International Airport', ['Orlando', 'FL'], [28.4312, -81.3081]),
  airport(
    'LAS',
    'Harry Reid International Airport',
    ['Las Vegas', 'NV'],
    [36.084, -115.1537],
    'Las Vegas Airport',
  ),
  airport('PHX', 'Phoenix Sky Harbor International Airport', ['Phoenix', 'AZ'], [33.4352, -112.0101]),
  airport('MSP', 'Minneapolis–Saint Paul International Airport', ['Minneapolis', 'MN'], [44.8848, -93.2223]),
  airport('DTW', 'Detroit Metropolitan Airport', ['Detroit', 'MI'], [42.2162, -83.3554]),
  airport('PHL', 'Philadelphia International Airport', ['Philadelphia', 'PA'], [39.8744, -75.2424]),
  airport('STL', 'St. Louis Lambert International Airport', ['St. Louis', 'MO'], [38.7499, -90.3748]),
  airport('IND', 'Indianapolis International Airport', ['Indianapolis', 'IN'], [39.7169, -86.2956]),
  airport(
    'GRR',
    'Gerald R. Ford International Airport',
    ['Grand Rapids', 'MI'],
    [42.8808, -85.5228],
    'Grand Rapids Airport',
  ),
]
