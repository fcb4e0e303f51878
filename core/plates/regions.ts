/** The regions of license plates: the states and provinces that issue them, or the country where it does not have any. */

export interface PlateRegion {
  /** As in ISO 3166: the part after the country for a state or province, otherwise the country. */
  code: string
  /** The proper name of a state or province; null for a country, whose name depends on the reader's language. */
  name: string | null
}

export interface PlateRegions {
  /** The country (ISO 3166-1) of these regions; null for countries themselves. */
  country: string | null
  regions: readonly PlateRegion[]
}

const named = (text: string): PlateRegion[] =>
  text.split(', ').map((one) => {
    const at = one.indexOf(' ')
    return { code: one.slice(0, at), name: one.slice(at + 1) }
  })

const states = named(
  'AL Alabama, AK Alaska, AS American Samoa, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware, ' +
    'DC District of Columbia, FL Florida, GA Georgia, GU Guam, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas, ' +
    'KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi, MO Missouri, ' +
    'MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York, NC North Carolina, ' +
    'ND North Dakota, MP Northern Mariana Islands, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, PR Puerto Rico, ' +
    'RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, VI U.S. Virgin Islands, UT Utah, VT Vermont, ' +
    'VA Virginia, WA Washington, WV West Virginia, WI Wisconsin, WY Wyoming',
)
const provinces = named(
  'AB Alberta, BC British Columbia, MB Manitoba, NB New Brunswick, NL Newfoundland and Labrador, NT Northwest Territories, ' +
    'NS Nova Scotia, NU Nunavut, ON Ontario, PE Prince Edward Island, QC Quebec, SK Saskatchewan, YT Yukon',
)
const mexicanStates = named(
  'AGU Aguascalientes, BCN Baja California, BCS Baja California Sur, CAM Campeche, CHP Chiapas, CHH Chihuahua, ' +
    'CMX Ciudad de México, COA Coahuila, COL Colima, DUR Durango, GUA Guanajuato, GRO Guerrero, HID Hidalgo, JAL Jalisco, ' +
    'MEX México, MIC Michoacán, MOR Morelos, NAY Nayarit, NLE Nuevo León, OAX Oaxaca, PUE Puebla, QUE Querétaro, ' +
    'ROO Quintana Roo, SLP San Luis Potosí, SIN Sinaloa, SON Sonora, TAB Tabasco, TAM Tamaulipas, TLA Tlaxcala, VER Veracruz, ' +
    'YUC Yucatán, ZAC Zacatecas',
)
const australianStates = named(
  'ACT Australian Capital Territory, NSW New South Wales, NT Northern Territory, QLD Queensland, SA South Australia, ' +
    'TAS Tasmania, VIC Victoria, WA Western Australia',
)
/** Countries of Europe whose vehicles drive in one another, and carry the country on the plate. */
const europeans: PlateRegion[] =
  'AD AL AT BA BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM TR UA XK'
    .split(' ')
    .map((code) => ({ code, name: null }))

const northAmerica: readonly PlateRegions[] = [
  { country: 'US', regions: states },
  { country: 'CA', regions: provinces },
  { country: 'MX', regions: mexicanStates },
]
const australia: readonly PlateRegions[] = [{ country: 'AU', regions: australianStates }]
const europe: readonly PlateRegions[] = [{ country: null, regions: europeans }]

const territories = new Set('AS GU MP PR VI'.split(' '))
const codes: ReadonlySet<string> = new Set(
  [...northAmerica, ...australia, ...europe].flatMap(({ regions }) => regions.map(({ code }) => code)),
)

/**
 * Returns the regions of the plates that are seen in a country (ISO 3166-1), its own first: states and provinces in North
 * America and Australia, countries in Europe. None where a plate does not show one, as in the United Kingdom.
 */
export function plateRegionsIn(country: string): readonly PlateRegions[] {
  const own = territories.has(country) ? 'US' : country
  if (own === 'AU') return australia
  if (northAmerica.some((one) => one.country === own))
    return northAmerica.toSorted((a, b) => Number(b.country === own) - Number(a.country === own))
  return own !== 'GB' && europeans.some(({ code }) => code === own) ? europe : []
}

/** Whether a text is the code of a region in any country, in upper or lower case; empty if the region is unknown. */
export const isPlateRegion = (text: string): boolean => text === '' || codes.has(text.toUpperCase())
