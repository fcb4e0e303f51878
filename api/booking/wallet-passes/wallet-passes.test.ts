import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import {
  cancelReservationRoute,
  getCancellationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import { getApplePassRoute, getGooglePassRoute } from '@openspot/contract/booking/wallet-passes.ts'
import { getSiteRoute } from '@openspot/contract/platform/site.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import { shortCode } from '@openspot/core/reservations/short-code.ts'
import { readSettings } from '@openspot/core/settings.ts'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCar } from '../../testing/factories/memberships.ts'
import { aCard, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'
import { openApplePasses } from './apple-pass.ts'
import { openGoogleKey } from './google-pass.ts'
import { passCertificates } from './testing/certificates.ts'
import { isSigned } from './testing/verify-signature.ts'
import { watchPassCertificates } from './watch-certificates.ts'

const now = new Date('2025-06-10T15:00:00Z')
const apple = passCertificates({ from: '2025-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' })
const google = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const account = {
  project_id: 'openspot-test',
  client_email: 'wallet@openspot-test.example',
  private_key: google.privateKey,
}
const appleEnv = {
  APPLE_PASS_TYPE_ID: 'pass.example.openspot',
  APPLE_TEAM_ID: 'ABCDE12345',
  APPLE_PASS_CERTIFICATE: apple.certificate,
  // A file of variables has one line for each.
  APPLE_PASS_KEY: apple.key.replaceAll('\n', '\\n'),
  APPLE_WWDR_CERTIFICATE: apple.wwdr_certificate,
}

let api: TestApi
let lot: TestLot
beforeAll(async () => {
  api = await testApi(
    {
      ...appleEnv,
      GOOGLE_WALLET_ISSUER_ID: '3388000000012345678',
      GOOGLE_WALLET_SERVICE_ACCOUNT: JSON.stringify(account),
    },
    null,
    now,
  )
  lot = await aLot(api, { name: 'Wells Street Garage' }, 8)
})
afterAll(() => api.close())

async function aBooked(in_lot = lot) {
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver)
  const { reservation } = await bookAs(api, driver, {
    lot_id: in_lot.lot_id,
    payment_method_id,
    car_id: await aCar(api, driver, 'GS 77 WAL'),
    ...twoHours(api, 30),
  })
  await api.runJobs()
  return { driver, reservation, params: { reservation_id: reservation.id } }
}

async function partsOf(params: { reservation_id: string }, { token }: Person) {
  const file = await api.call(getApplePassRoute, { params }, token)
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()))
  const part = (name: string) => parts[name] ?? expect.fail(`no ${name}`)
  const pass: Record<string, unknown> = JSON.parse(strFromU8(part('pass.json')))
  return { file, parts, part, pass }
}

async function claimsOf(params: { reservation_id: string }, { token }: Person) {
  const { url } = await api.call(getGooglePassRoute, { params }, token)
  const [, head = '', body = '', signature = ''] =
    /^https:\/\/pay\.google\.com\/gp\/v\/save\/([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(url) ?? []
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    google.publicKey,
    Buffer.from(signature, 'base64url'),
  )
  const text = Buffer.from(body, 'base64url').toString()
  return { url, isRight, claims: JSON.parse(text) as Record<string, unknown>, text }
}

test('pages offer the wallets that passes can be signed for', async () => {
  expect(await api.call(getSiteRoute, {})).toMatchObject({ wallets: { apple: true, google: true } })
})

test('the pass for Apple Wallet has the spot, times, vehicle, and number of the reservation, and its code leads to the current pass', async () => {
  const { driver, reservation, params } = await aBooked()
  const { file, pass } = await partsOf(params, driver)
  expect(file.type).toBe('application/vnd.apple.pkpass')
  expect(file.name).toBe(`openspot-${shortCode(reservation.id)}.pkpass`)
  const url = `${api.deps.settings.public_url}/me/reservations/${reservation.id}`
  expect(pass).toMatchObject({
    formatVersion: 1,
    passTypeIdentifier: 'pass.example.openspot',
    teamIdentifier: 'ABCDE12345',
    serialNumber: reservation.id,
    logoText: 'Wells Street Garage',
    relevantDate: expect.stringContaining(reservation.starts_at.slice(0, 16)),
    expirationDate: expect.stringContaining((reservation.ends_at ?? '').slice(0, 16)),
    barcodes: [{ format: 'PKBarcodeFormatQR', message: url }],
    locations: [{ latitude: expect.any(Number), longitude: expect.any(Number) }],
    generic: {
      primaryFields: [{ key: 'spot', label: 'Spot', value: reservation.spot.label }],
      secondaryFields: [{ key: 'times', label: 'Time', value: expect.stringContaining('2025') }],
      auxiliaryFields: [
        { key: 'plate', label: 'License plate', value: 'GS 77 WAL' },
        { key: 'confirmation', value: shortCode(reservation.id) },
      ],
    },
  })
})

test('the pass for Apple Wallet lists the hash of each of its files, and that list is signed with the key of the certificate', async () => {
  const { driver, params } = await aBooked()
  const { parts, part } = await partsOf(params, driver)
  const { 'manifest.json': manifest = new Uint8Array(), signature, ...listed } = parts
  const hashes = Object.fromEntries(
    Object.entries(listed).map(([name, bytes]) => [name, createHash('sha1').update(bytes).digest('hex')]),
  )
  expect(Object.keys(hashes).sort()).toEqual(['icon.png', 'icon@2x.png', 'icon@3x.png', 'pass.json'])
  expect(JSON.parse(strFromU8(manifest))).toEqual(hashes)
  expect(isSigned(manifest, part('signature'), apple.certificate)).toBe(true)
  expect(isSigned(Buffer.from('{}'), signature ?? new Uint8Array(), apple.certificate)).toBe(false)
  expect(isSigned(manifest, part('signature'), apple.wwdr_certificate)).toBe(false)
})

test('the address for Google Wallet has the reservation, signed by the service account', async () => {
  const { driver, reservation, params } = await aBooked()
  const { isRight, claims } = await claimsOf(params, driver)
  expect(isRight).toBe(true)
  expect(claims).toMatchObject({
    iss: 'wallet@openspot-test.example',
    aud: 'google',
    typ: 'savetowallet',
    iat: now.getTime() / 1000,
    origins: [api.deps.settings.public_url],
    payload: {
      genericObjects: [
        {
          id: `3388000000012345678.${reservation.id}.${reservation.version}`,
          classId: '3388000000012345678.parking',
          header: { defaultValue: { language: 'en-US', value: reservation.spot.label } },
          cardTitle: { defaultValue: { value: 'Wells Street Garage' } },
          textModulesData: [{ id: 'times' }, { id: 'plate' }, { id: 'confirmation' }],
          validTimeInterval: { start: { date: reservation.starts_at }, end: { date: reservation.ends_at } },
        },
      ],
    },
  })
})

test('the address for Google Wallet is never longer than browsers take, also with a long name in Japanese', async () => {
  const long = await aLot(api, { name: '東京駅八重洲口地下駐車場'.repeat(8) }, 2)
  const { driver, params } = await aBooked(long)
  await api.deps.database.pool.query(`update users set language = 'ja-JP' where id = $1`, [driver.user_id])
  const { url, isRight, text } = await claimsOf(params, driver)
  expect(url.length).toBeLessThanOrEqual(1800)
  expect(isRight).toBe(true)
  expect(text).toContain('東京駅八重洲口地下駐車場')
  const { pass } = await partsOf(params, driver)
  expect(pass).toMatchObject({ generic: { secondaryFields: [{ label: '時間' }] } })
})

test('a reservation that is over or canceled has no pass, and neither has that of another person', async () => {
  const { driver, reservation, params } = await aBooked()
  const stranger = await aPerson(api)
  for (const route of [getApplePassRoute, getGooglePassRoute])
    expect(await api.refusal(route, { params }, stranger.token)).toMatchObject({ status: 404 })
  const { refund_cents } = await api.call(getCancellationRoute, { params }, driver.token)
  await api.call(cancelReservationRoute, { params, body: { refund_cents } }, driver.token)
  const over = await aBooked()
  api.ports.advance({ hours: 33 })
  for (const [of, person] of [
    [{ reservation_id: reservation.id }, driver],
    [over.params, over.driver],
  ] as const)
    for (const route of [getApplePassRoute, getGooglePassRoute])
      expect(await api.refusal(route, { params: of }, person.token)).toMatchObject({
        code: 'reservation_not_open',
      })
})

test('without settings, or once a certificate has expired, no wallet is offered, and the expiry is logged', async () => {
  for (const [env, lines] of [
    [{}, 0],
    [appleEnv, 1],
  ] as const) {
    const other = await testApi(env, null, new Date('2026-02-01T00:00:00Z'))
    const driver = await aPerson(other)
    const place = await aLot(other, {}, 2)
    const { reservation } = await bookAs(other, driver, {
      lot_id: place.lot_id,
      payment_method_id: await aCard(other, driver),
      ...twoHours(other, 1),
    })
    expect(await other.call(getSiteRoute, {})).toMatchObject({ wallets: { apple: false, google: false } })
    for (const route of [getApplePassRoute, getGooglePassRoute])
      expect(
        await other.refusal(route, { params: { reservation_id: reservation.id } }, driver.token),
      ).toMatchObject({ status: 409, code: 'wallet_unavailable' })
    expect(other.lines.filter(({ msg }) => String(msg).includes('Apple Wallet'))).toHaveLength(lines)
    await other.close()
  }
})

test('the operator is alerted 30, 14, and 7 days before a certificate expires, each day after that, and not once it is renewed', async () => {
  const alerts = async () => {
    const { rows } = await api.deps.database.pool.query<{ summary: string; is_open: boolean }>(
      `select summary, resolved_at is null as is_open from alerts where event = 'PASS_CERTIFICATE_EXPIRING' order by created_at`,
    )
    return rows
  }
  const watchOn = (day: string, settings = api.deps.settings) =>
    watchPassCertificates({
      ...api.deps,
      settings,
      ports: { ...api.deps.ports, now: () => new Date(`${day}T09:20:00Z`) },
    })
  // It expires as the year ends.
  for (const day of ['11-15', '12-01', '12-02', '12-17', '12-20', '12-24', '12-25', '12-31'])
    await watchOn(`2025-${day}`)
  await watchOn('2026-01-03')
  const soon = 'A certificate for passes in Apple Wallet expires on 2026-01-01. Then the button is hidden.'
  const over = 'A certificate for passes in Apple Wallet expired on 2026-01-01. The button is hidden.'
  expect((await alerts()).map(({ summary }) => summary)).toEqual([soon, soon, soon, soon, soon, over])
  const renewed = passCertificates({ from: '2026-01-03T00:00:00Z', to: '2027-01-01T00:00:00Z' })
  const settings = readSettings({
    ...appleEnv,
    APPLE_PASS_CERTIFICATE: renewed.certificate,
    APPLE_PASS_KEY: renewed.key,
    APPLE_WWDR_CERTIFICATE: renewed.wwdr_certificate,
  })
  await watchOn('2026-01-04', settings)
  expect((await alerts()).filter(({ is_open }) => is_open)).toEqual([])
})

test('certificates that do not belong together stop the start with the name of the setting', () => {
  const another = passCertificates({ from: '2025-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' })
  const right = { ...apple, pass_type_id: 'pass.example.openspot', team_id: 'ABCDE12345', key_password: null }
  expect(() => openApplePasses(right)).not.toThrow()
  expect(() => openApplePasses({ ...right, key: another.key })).toThrow(PlainError)
  expect(() => openApplePasses({ ...right, key: another.key })).toThrow(/^APPLE_PASS_KEY is not the key/)
  expect(() => openApplePasses({ ...right, wwdr_certificate: another.certificate })).toThrow(
    /^APPLE_WWDR_CERTIFICATE is not/,
  )
})

test('a key of Google Wallet that could sign no pass stops the start, with the name of the setting and nothing of the key', () => {
  expect(() => openGoogleKey(account)).not.toThrow()
  const [first = '', ...rest] = google.privateKey.split('\n')
  const damaged = [first, ...rest.slice(2)].join('\n')
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  })
  for (const private_key of [damaged, String(elliptic)])
    expect(() => openGoogleKey({ private_key })).toThrow(
      /^GOOGLE_WALLET_SERVICE_ACCOUNT has a private_key that is damaged or not an RSA key\. /,
    )
})
