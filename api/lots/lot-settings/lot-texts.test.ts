import { getCalendarFileRoute, getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { call } from '@openspot/contract/call.ts'
import { getCityRoute } from '@openspot/contract/lots/cities.ts'
import { getLotRoute, getPublicLotRoute, searchRoute, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { createLotRoute } from '@openspot/contract/lots/new-lots.ts'
import { type LotTexts, lotText } from '@openspot/core/lots/texts.ts'
import { type Locale, locales } from '@openspot/core/text/locales.ts'
import { localeHeader } from '@openspot/messages/locales.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
let admin: Person
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(
    api,
    {
      name: 'Corner Garage',
      description: 'Four covered levels.',
      house_rules: 'Back in only.',
      entry_instructions: 'The code is 4711.',
      hour_cents: 0,
      day_cents: 0,
      min_reservation_price: 0,
      service_fee_cents: 0,
    },
    8,
  )
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  await change({
    texts: {
      'es-US': { name: 'Garaje de la esquina', entry_instructions: 'El código es 4711.' },
      'ja-JP': { name: '角の駐車場', description: ' 屋根付き4層です。 ' },
    },
  })
})
afterAll(() => api.close())

type Patch = Parameters<typeof api.call<typeof updateLotRoute>>[1]['body']
const params = () => ({ params: { lot_id: lot.lot_id } })
const change = (body: Patch) => api.call(updateLotRoute, { ...params(), body }, admin.token)
const refused = (body: Patch) => api.refusal(updateLotRoute, { ...params(), body }, admin.token)
const settings = () => api.call(getLotRoute, params(), admin.token)

/** Reads the public page as a page in a locale does. */
const pageIn = async (headers: Record<string, string>) =>
  (
    await call(
      getPublicLotRoute,
      { params: { public_id: lot.public_id }, query: {} },
      { base: api.base, headers },
    )
  ).lot

test.each([
  ['es-US', 'Garaje de la esquina', 'Four covered levels.', 'es-US', 'en-US'],
  ['ja-JP', '角の駐車場', '屋根付き4層です。', 'ja-JP', 'ja-JP'],
  ['en-GB', 'Corner Garage', 'Four covered levels.', 'en-US', 'en-US'],
  ['de-DE', 'Corner Garage', 'Four covered levels.', 'en-US', 'en-US'],
])(
  'a page in %s shows each text in its language, or else the original and which language that is',
  async (...row) => {
    const [locale, name, description, name_language, description_language] = row
    expect(await pageIn({ [localeHeader]: locale })).toMatchObject({
      name,
      description,
      house_rules: 'Back in only.',
      languages: { name: name_language, description: description_language, house_rules: 'en-US' },
    })
  },
)

test('the language of the page counts more than that of the account, and that more than the browser’s', async () => {
  const { token, user_id } = await aPerson(api)
  await api.deps.database.pool.query(`update users set language = 'ja-JP' where id = $1`, [user_id])
  const as = { authorization: `Bearer ${token}`, 'accept-language': 'de' }
  expect((await pageIn({ ...as, [localeHeader]: 'es-US' })).name).toBe('Garaje de la esquina')
  expect((await pageIn(as)).name).toBe('角の駐車場')
  expect((await pageIn({ 'accept-language': 'es-MX' })).name).toBe('Garaje de la esquina')
  expect((await pageIn({ [localeHeader]: 'xx' })).name).toBe('Corner Garage')
})

test('entry instructions are in no public answer, and in the driver’s language once a reservation is confirmed', async () => {
  expect(JSON.stringify(await pageIn({}))).not.toContain('4711')
  const driver = await aPerson(api)
  await api.deps.database.pool.query(`update users set language = 'es-US' where id = $1`, [driver.user_id])
  const { reservation } = await bookAs(api, driver, { lot_id: lot.lot_id, ...twoHours(api, 30) })
  const shown = {
    name: 'Garaje de la esquina',
    entry_instructions: 'El código es 4711.',
    languages: { name: 'es-US', entry_instructions: 'es-US' },
  }
  // The answer of a booking at once is what the database wrote, later ones are read.
  expect(reservation.lot).toMatchObject(shown)
  const of = { params: { reservation_id: reservation.id } }
  expect((await api.call(getReservationRoute, of, driver.token)).lot).toMatchObject(shown)
  // Staff read what they wrote.
  expect((await api.call(getReservationRoute, of, admin.token)).lot).toMatchObject({
    name: 'Corner Garage',
    entry_instructions: 'The code is 4711.',
  })
  const file = await api.call(getCalendarFileRoute, of, driver.token)
  const event = (await file.text()).replaceAll('\r\n ', '')
  expect(event).toContain('Garaje de la esquina')
  expect(event).toContain('El código es 4711.')
  await api.runJobs()
  const { rows } = await api.deps.database.pool.query<{ subject: string; body_text: string }>(
    `select subject, body_text from emails where to_address = (select email from users where id = $1) and subject like '%Garaje%'`,
    [driver.user_id],
  )
  expect(rows[0]?.body_text).toContain('El código es 4711.')
  await api.deps.database.pool.query(
    `update reservations set status = 'CANCELED', canceled_at = now() where id = $1`,
    [reservation.id],
  )
  expect((await api.call(getReservationRoute, of, driver.token)).lot.entry_instructions).toBeNull()
})

test('search and the page of a city have names in the reader’s language, also right after they change', async () => {
  const now = api.ports.now().getTime()
  const query = {
    lat: 41.879,
    lng: -87.634,
    starts_at: new Date(now + 3_600_000).toISOString(),
    ends_at: new Date(now + 7_200_000).toISOString(),
  }
  const namesIn = async (locale: string) => {
    const found = await call(searchRoute, { query }, { base: api.base, headers: { [localeHeader]: locale } })
    return found.items.map((item) => item.lot.name)
  }
  expect(await namesIn('ja-JP')).toContain('角の駐車場')
  expect(await namesIn('de-DE')).toContain('Corner Garage')
  const { texts } = await settings()
  await change({ texts: { ...texts, 'de-DE': { name: 'Parkhaus an der Ecke' } } })
  expect(await namesIn('de-DE')).toContain('Parkhaus an der Ecke')
  expect(await namesIn('ja-JP')).toContain('角の駐車場')
  const city = (locale?: Locale) =>
    api.call(getCityRoute, { query: { path: 'us/all/chicago', ...(locale ? { locale } : {}) } })
  expect((await city('ja-JP')).lots.map(({ name }) => name)).toContain('角の駐車場')
  expect((await city()).lots.map(({ name }) => name)).toContain('Corner Garage')
})

test('staff save texts with the version they read, trimmed and without empty ones, and the audit log has both', async () => {
  const before = await settings()
  expect(before).toMatchObject({ name: 'Corner Garage', language: 'en-US' })
  expect(before.texts['ja-JP']?.description).toBe('屋根付き4層です。')
  const saved = await change({
    version: before.version,
    texts: {
      'fr-FR': { name: ' Le garage ', description: '  ' },
      'it-IT': {},
      'ja-JP': before.texts['ja-JP'] ?? {},
    },
  })
  expect(saved.texts).toEqual({ 'fr-FR': { name: 'Le garage' }, 'ja-JP': before.texts['ja-JP'] })
  expect(await refused({ version: before.version, texts: {} })).toMatchObject({
    status: 409,
    code: 'lot_changed',
  })
  const { rows } = await api.deps.database.pool.query(
    `select details from audit_log where action = 'lot.change' and subject_id = $1 order by at desc, id desc limit 1`,
    [lot.lot_id],
  )
  expect(rows[0]).toEqual({ details: { before: { texts: before.texts }, after: { texts: saved.texts } } })
  // What was sent is what is stored, so this changes nothing.
  expect((await change({ texts: saved.texts })).version).toBe(saved.version)
})

test.each<[string, unknown, string]>([
  ['an unknown language', { 'nl-NL': { name: 'Garage' } }, 'texts.nl-NL'],
  ['an unknown text', { 'es-US': { slogan: 'Hola' } }, 'texts.es-US.slogan'],
  ['a link in a name', { 'es-US': { name: 'visite garage.example' } }, 'texts.es-US.name'],
  ['a name that is too long', { 'es-US': { name: 'x'.repeat(121) } }, 'texts.es-US.name'],
  [
    'entry instructions that are too long',
    { 'ja-JP': { entry_instructions: '字'.repeat(1001) } },
    'texts.ja-JP.entry_instructions',
  ],
  ['texts in the language of the original', { 'en-US': { name: 'Garage' } }, 'texts'],
])('refuses %s and names the field', async (_, texts, field) => {
  expect(await refused({ texts } as Patch)).toMatchObject({ status: 400, code: 'request_invalid', field })
})

test('the original language can change together with the texts, but not to one that has texts already', async () => {
  await change({ language: 'en-US', texts: { 'es-US': { name: 'Garaje' } } })
  expect(await refused({ language: 'es-US' })).toMatchObject({ status: 400, field: 'texts' })
  const swapped = await change({
    language: 'es-US',
    name: 'Garaje',
    texts: { 'en-US': { name: 'Corner Garage' } },
  })
  expect(swapped).toMatchObject({ name: 'Garaje', language: 'es-US' })
  expect((await pageIn({ [localeHeader]: 'en-GB' })).name).toBe('Corner Garage')
  const owner = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  const body = {
    name: 'Garage',
    lat: 41,
    lng: -87,
    language: 'fr-FR',
    texts: { 'fr-FR': { name: 'Garage' } },
  } as const
  expect(await api.refusal(createLotRoute, { body }, owner.token)).toMatchObject({
    status: 400,
    field: 'texts',
  })
  const made = await api.call(createLotRoute, { body: { ...body, language: 'en-US' } }, owner.token)
  expect(made).toMatchObject({ language: 'en-US', texts: { 'fr-FR': { name: 'Garage' } } })
})

test.each<[string, unknown]>([
  ['no object', []],
  ['an unknown locale', { 'nl-NL': { name: 'x' } }],
  ['the original language', { 'en-US': { name: 'x' } }],
  ['an unknown field', { 'es-US': { slogan: 'x' } }],
  ['no text', { 'es-US': { name: 5 } }],
  ['an empty text', { 'es-US': { name: '' } }],
  ['an empty language', { 'es-US': {} }],
  ['a list for a language', { 'es-US': ['x'] }],
  ['a link in a name', { 'es-US': { name: 'https://evil' } }],
  ['a long name', { 'es-US': { name: 'x'.repeat(121) } }],
  ['a long rule', { 'es-US': { house_rules: 'x'.repeat(2001) } }],
])('the database refuses texts with %s', async (_, texts) => {
  await expect(aLot(api, { texts: JSON.stringify(texts) })).rejects.toThrow(/lots_texts_check/)
})

test('the database knows every locale of the product', async () => {
  const texts = Object.fromEntries(locales.slice(1).map((locale) => [locale, { name: locale }]))
  await aLot(api, { texts: JSON.stringify(texts) })
  await expect(aLot(api, { language: 'nl-NL' })).rejects.toThrow(/lots_texts_check/)
})

test('the database and TypeScript choose the same text for every reader', async () => {
  const originals = [null, 'original']
  const some: LotTexts[] = [
    {},
    { 'en-GB': { description: 'british', name: 'b' } },
    { 'es-US': { description: 'spanish' }, 'ja-JP': { name: 'n' } },
    { 'en-US': { description: 'american' } },
  ]
  const cases = originals.flatMap((description) =>
    some.flatMap((texts) =>
      (['en-US', 'en-GB', 'ar-AE'] as const)
        .filter((language) => texts[language] === undefined)
        .flatMap((language) => locales.map((reader) => ({ description, texts, language, reader }))),
    ),
  )
  const { rows } = await api.deps.database.pool.query<{ text: string | null }>(
    `select lot_text('description', x.value ->> 'description', x.value ->> 'language', x.value -> 'texts', x.value ->> 'reader') as text
     from jsonb_array_elements($1::jsonb) with ordinality x(value, n) order by n`,
    [JSON.stringify(cases)],
  )
  const lotOf = ({ description, texts, language }: (typeof cases)[number]) => ({
    name: 'Lot',
    entry_instructions: null,
    house_rules: null,
    description,
    texts,
    language,
  })
  expect(rows.map(({ text }) => text)).toEqual(
    cases.map((one) => lotText(lotOf(one), 'description', one.reader).text),
  )
})
