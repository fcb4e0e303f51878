/**
 * The currencies in use under ISO 4217, without funds, metals, and test codes. Amounts are whole numbers of a
 * currency's minor unit; the number of decimals differs, hence the two short lists below.
 */
export const currencies = (
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY ' +
  'COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ' +
  'ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK ' +
  'MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF ' +
  'SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU ' +
  'UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'
).split(' ')

const known = new Set(currencies)
const withoutDecimals = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '))
const withThreeDecimals = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))

/** Whether a code is a currency in use, in capitals as in ISO 4217. */
export function isCurrency(code: string): boolean {
  return known.has(code)
}

/**
 * Returns the number of decimals of a currency under ISO 4217: JPY 0, USD 2, KWD 3.
 * @throws RangeError for an unknown code, because guessing 2 could be wrong by a factor of a hundred
 */
export function exponentOf(currency: string): number {
  if (!known.has(currency)) throw new RangeError(`Not a currency: ${currency}`)
  if (withoutDecimals.has(currency)) return 0
  return withThreeDecimals.has(currency) ? 3 : 2
}

/** Returns the `cents_per_currency_unit` of a currency: USD 100, JPY 1, KWD 1000. */
export function centsPerUnit(currency: string): number {
  return 10 ** exponentOf(currency)
}
