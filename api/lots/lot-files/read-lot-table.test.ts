import { readFeatures } from '@openspot/core/lot-files/read-features.ts'
import { squareRing } from '@openspot/core/testing/lot-files.ts'
import { locales } from '@openspot/messages/locales.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { expect, test } from 'vitest'
import { lotColumns } from './lot-columns.ts'
import { lotTitles } from './lot-titles.ts'
import { readLotText } from './read-lot-text.ts'

const readAll = (text: string) => {
  const file = readLotText(text, false, lotTitles())
  return file.ok ? readFeatures(file) : file.refusal
}
const read = (...rows: string[]) => {
  const features = readAll(rows.join('\n'))
  if (!Array.isArray(features)) throw new Error(features.code)
  return features
}
const wkt = `POLYGON ((${squareRing()
  .map((corner) => corner.join(' '))
  .join(', ')}))`

test('each row of a table is a lot at its latitude and longitude, with what its columns say', () => {
  const [first, second] = read(
    'Facility Name,Latitude,Longitude,Total Spaces,ADA Spaces,Address,ZIP,Hours,Hourly Rate,Owner',
    'North,41.8925,-87.6347,"1,200",12,100 W Kinzie St,60654,Mo-Fr 06:00-22:00,$4.50,City',
    'South,41.8759,-87.6310,~25,,,,,,',
  )
  expect(first?.draft).toMatchObject({
    name: 'North',
    lat: 41.8925,
    lng: -87.6347,
    rings: null,
    accessible: 12,
    is_counted: true,
    facts: { street: '100 W Kinzie St', postal_code: '60654' },
    rates: { hour_cents: 450 },
  })
  expect(first?.draft?.spots).toHaveLength(1200)
  expect(first?.place).toEqual({ number: 1, part: 1, parts: 1, row_no: 2 })
  expect(first?.outcomes.map(({ property, outcome }) => `${outcome} ${String(property)}`)).toEqual([
    'taken Total Spaces',
    'taken ADA Spaces',
    'taken Address',
    'taken ZIP',
    'taken Hours',
    'ignored Owner',
    'taken Facility Name',
    'taken Hourly Rate',
  ])
  expect(second?.draft?.spots).toHaveLength(25)
  expect(second?.outcomes).toMatchObject([
    { property: 'Total Spaces', outcome: 'guessed', reason: { code: 'approximate' } },
    { property: 'Facility Name', outcome: 'taken' },
  ])
})

test('a table of semicolons has commas for decimals, and its header may be below a title', () => {
  const [lot] = read(
    'Parkplätze der Stadt;;;;',
    'Name;Breitengrad;Längengrad;Stellplätze;Monatlich',
    'Altmarkt;51,0497;13,7373;1.450;1.480,5',
  )
  expect(lot?.draft).toMatchObject({
    name: 'Altmarkt',
    lat: 51.0497,
    lng: 13.7373,
    rates: { month_cents: 148_050 },
  })
  expect(lot?.draft?.spots).toHaveLength(1450)
})

test.each([
  ['Well-Known Text', `"${wkt}"`],
  ['EWKT', `"SRID=4326;${wkt}"`],
  ['GeoJSON', `"${JSON.stringify({ type: 'Polygon', coordinates: [squareRing()] }).replaceAll('"', '""')}"`],
])('an outline may be %s', (_what, cell) => {
  const [lot] = read('name,the_geom', `Mill,${cell}`)
  expect(lot?.draft).toMatchObject({ name: 'Mill', rings: [squareRing()], is_counted: false })
})

test('a place may be a point as portals of public data write it, latitude first', () => {
  expect(read('name,location', 'Dock,"(41.8925, -87.6347)"')[0]?.draft).toMatchObject({
    lat: 41.8925,
    lng: -87.6347,
  })
})

test('the columns may be named in each language of the product', () => {
  for (const locale of locales) {
    const t = translatorFor(locale)
    const names = lotColumns.map((column) => t(`lotFiles.columns.${column}`))
    const values = lotColumns.map(
      (column) =>
        ({ name: 'Mill', latitude: '41.8925', longitude: '-87.6347', spots: '7' })[column as string] ?? '',
    )
    const [lot] = read(names.join(';'), values.join(';'))
    expect([locale, lot?.draft?.name, lot?.draft?.lat, lot?.draft?.spots.length]).toEqual([
      locale,
      'Mill',
      41.8925,
      7,
    ])
  }
})

test('a row without a place, with a wrong one, or with other cells than the header is refused with its reason, and the others are read', () => {
  const features = read(
    'name,lat,lng,wkt,spots',
    'a,,,,3',
    'b,north,-87,,3',
    'c,41.8,-187,,3',
    'd,,,LINE OF CARS,3',
    'e,,,"LINESTRING (0 0, 1 1)",3',
    'f,41.8,-87,,3,more',
    'g,41.8,-87,,3',
    'g,41.8,-87,,3',
  )
  expect(features.map(({ refusal }) => refusal)).toEqual([
    { code: 'no_row_place' },
    { code: 'no_point' },
    { code: 'no_point' },
    { code: 'outline_unread' },
    { code: 'geometry_wrong', type: 'LineString' },
    { code: 'cells', count: 6, columns: 5 },
    null,
    { code: 'same', number: 7, part: 1, parts: 1, row_no: 8 },
  ])
})

test('a negative price is refused by the title of its column', () => {
  const [lot] = read('name,lat,lng,Hourly Rate', 'a,41.8,-87,-2')
  expect(lot?.refusal).toEqual({ code: 'price_negative', property: 'Hourly Rate', value: '-2' })
})

test('of two columns of one meaning the first counts, and columns named like what every object has are read', () => {
  const [lot] = read('name,lat,lng,spots,capacity,__proto__,constructor', 'a,41.8,-87,3,9,p,c')
  expect(lot?.draft?.spots).toHaveLength(3)
  expect(lot?.outcomes.map(({ property, outcome, reason }) => [property, outcome, reason?.code])).toEqual([
    ['spots', 'taken', undefined],
    ['capacity', 'ignored', 'no_place'],
    ['__proto__', 'ignored', 'no_place'],
    ['constructor', 'ignored', 'no_place'],
    ['name', 'taken', undefined],
  ])
})

test.each([
  ['is empty', ' \n ', { code: 'no_json', detail: 'it is empty' }],
  ['has no place for its lots', 'name,spots\na,3', { code: 'no_places' }],
  ['is a text', 'not a map', { code: 'no_places' }],
  ['has only a header', 'name,lat,lng\n', { code: 'no_features' }],
  ['has a quote that is not closed', 'name,lat,lng\n"a,1,2\n', { code: 'no_table' }],
])('a file that %s is refused', (_what, text, refusal) => {
  expect(readAll(text)).toMatchObject(refusal)
})
