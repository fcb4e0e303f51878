import { type CameraKind, cameraKinds } from '@openspot/core/cameras/enums.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEvent } from './formats.ts'
import { NoReading } from './reading.ts'

const read = (kind: CameraKind, body: string | Buffer, content_type = 'application/json') =>
  readEvent(kind, { content_type, body: Buffer.from(body) })
const reasonOf = (kind: CameraKind, body: string, content_type?: string) =>
  read(kind, body, content_type).then(
    () => 'READ',
    (error: unknown) => (error instanceof NoReading ? `${error.outcome} ${error.reason}` : error),
  )

const png = Buffer.from('89504e470d0a1a0a', 'hex')
const multipart = (parts: { name: string; filename?: string; type?: string; bytes: Buffer | string }[]) =>
  Buffer.concat([
    ...parts.flatMap(({ name, filename, type, bytes }) => [
      Buffer.from(
        `--edge\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
      ),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    ]),
    Buffer.from('--edge--\r\n'),
  ])
const form = 'multipart/form-data; boundary=edge'

const axis = (more: object = {}) =>
  JSON.stringify({
    capture_timestamp: '1767225600000',
    plateText: 'PO1ABC',
    plateUTF8: 'PO1ABC',
    plateCountry: 'POL',
    plateConfidence: '0.719034',
    carState: 'new',
    carMoveDirection: 'in',
    carID: '1144696',
    camera_info: { SerialNumber: 'ACCC01' },
    ...more,
  })
const hikvision = (more = '', namespace = 'xmlns="http://www.hikvision.com/ver20/XMLSchema"') =>
  `<?xml version="1.0" encoding="UTF-8"?>
   <EventNotificationAlert version="2.0" ${namespace}><dateTime>2026-01-01T08:00:00+08:00</dateTime>
   <eventType>ANPR</eventType><ANPR><licensePlate>KAB1234</licensePlate><direction>forward</direction>
   <confidenceLevel>97</confidenceLevel></ANPR><UUID>u-1</UUID>${more}</EventNotificationAlert>`
const genetec = (more: object = {}) => ({
  Id: 'g-1',
  PlateRead: 'KAB1234',
  Timestamp: '2026-01-01T00:00:00.500',
  PlateAnalytics: [
    { Key: 'State Name', Value: 'IL' },
    { Key: 'Confidence Score', Value: '88' },
  ],
  ...more,
})

const start = new Date('2026-01-01T00:00:00Z')

test('Plate Recognizer: every vehicle of an event is read, from JSON and from the part "json" of a form', async () => {
  const event = JSON.stringify({
    hook: { event: 'recognition' },
    data: {
      camera_id: 'c1',
      timestamp: '2026-01-01T00:00:00Z',
      results: [
        { plate: 'kab1234', region: { code: 'us-il' }, score: 0.91 },
        { plate: { props: { plate: [{ value: 'xyz99', score: 0.8 }], region: [{ value: 'de' }] } } },
      ],
    },
  })
  const expected = [
    {
      plate: 'kab1234',
      region: 'IL',
      confidence: 91,
      captured_at: start,
      event_key: 'c1 2026-01-01T00:00:00Z kab1234',
    },
    { plate: 'xyz99', region: 'DE', confidence: 80 },
  ]
  expect(await read('PLATE_RECOGNIZER', event)).toMatchObject(expected)
  const parts = [
    { name: 'json', bytes: event },
    { name: 'upload', filename: 'a.jpg', type: 'image/jpeg', bytes: png },
  ]
  const fromForm = await read('PLATE_RECOGNIZER', multipart(parts), form)
  expect(fromForm).toMatchObject(expected)
  expect(fromForm[0]?.image).toEqual(png)
  expect(await reasonOf('PLATE_RECOGNIZER', '{"data":{"results":[]}}')).toBe('IGNORED NO_PLATE')
  expect(await reasonOf('PLATE_RECOGNIZER', '{"data":{}}')).toBe('MALFORMED FIELD_MISSING')
})

test('OpenALPR: the best plate of a group is read, and previews and heartbeats are ignored', async () => {
  const group = {
    data_type: 'alpr_group',
    best_uuid: 'u',
    best_plate_number: 'KAB1234',
    best_region: 'us-il',
    best_confidence: 91.6,
    epoch_end: start.getTime(),
  }
  expect(await read('OPENALPR', JSON.stringify(group))).toMatchObject([
    { event_key: 'u', plate: 'KAB1234', region: 'IL', confidence: 92, captured_at: start, stage: 2 },
  ])
  expect(await reasonOf('OPENALPR', JSON.stringify({ ...group, is_preview: true }))).toBe('IGNORED PREVIEW')
  expect(await reasonOf('OPENALPR', '{"data_type":"heartbeat"}')).toBe('IGNORED OTHER_EVENT')
})

test('Hikvision: elements are found by their local names, alone and in a form with pictures', async () => {
  const expected = [
    { event_key: 'u-1', plate: 'KAB1234', confidence: 97, captured_at: start, direction: 'IN' },
  ]
  expect(await read('HIKVISION', hikvision(), 'application/xml')).toMatchObject(expected)
  const prefixed = hikvision('', 'xmlns:h="x"').replaceAll(/<(\/?)(?=[A-Za-z])/g, '<$1h:')
  expect(await read('HIKVISION', prefixed, 'application/xml')).toMatchObject(expected)
  const parts = [
    { name: 'anpr.xml', filename: 'anpr.xml', type: 'text/xml', bytes: hikvision() },
    {
      name: 'detectionPicture.jpg',
      filename: 'detectionPicture.jpg',
      type: 'image/jpeg',
      bytes: Buffer.concat([png, png]),
    },
    { name: 'licensePlatePicture.jpg', filename: 'licensePlatePicture.jpg', type: 'image/jpeg', bytes: png },
  ]
  const [reading] = await read('HIKVISION', multipart(parts), form)
  expect(reading).toMatchObject(expected[0] ?? {})
  expect(reading?.image).toEqual(png)
  expect(await reasonOf('HIKVISION', hikvision().replace('ANPR</eventType>', 'videoloss</eventType>'))).toBe(
    'IGNORED OTHER_EVENT',
  )
  expect(await reasonOf('HIKVISION', hikvision().replace('KAB1234', 'unknown'))).toBe('IGNORED NO_PLATE')
})

test('Axis: the stages of one vehicle have one key, from JSON and from the part "event" of a form', async () => {
  const [first] = await read('AXIS', axis())
  expect(first).toMatchObject({
    event_key: 'ACCC01 1144696',
    plate: 'PO1ABC',
    confidence: 72,
    captured_at: start,
    direction: 'IN',
    stage: 0,
  })
  const [last] = await read(
    'AXIS',
    multipart([{ name: 'event', bytes: axis({ carState: 'lost', plateUTF8: 'PO1ABD' }) }]),
    form,
  )
  expect(last).toMatchObject({ event_key: first?.event_key, plate: 'PO1ABD', stage: 2 })
  expect(await reasonOf('AXIS', axis({ carState: 'constructor' }))).toBe('IGNORED OTHER_EVENT')
  expect(await reasonOf('AXIS', '{}')).toBe('MALFORMED FIELD_MISSING')
})

test('Genetec: JSON and both kinds of XML give the same reading', async () => {
  const expected = [
    {
      event_key: 'g-1',
      plate: 'KAB1234',
      region: 'IL',
      confidence: 88,
      captured_at: new Date('2026-01-01T00:00:00.500Z'),
    },
  ]
  expect(await read('GENETEC', JSON.stringify(genetec()))).toMatchObject(expected)
  const analytics = `<PlateAnalytics><Key>State Name</Key><Value>IL</Value></PlateAnalytics><PlateAnalytics><Key>Confidence Score</Key><Value>88</Value></PlateAnalytics>`
  const sharp = `<Plate><Id>g-1</Id><PlateRead>KAB1234</PlateRead><Timestamp>2026-01-01T00:00:00.500</Timestamp><PlateAnalytics>${analytics}</PlateAnalytics></Plate>`
  expect(await read('GENETEC', sharp, 'text/xml')).toMatchObject(expected)
  const template = `<?xml version="1.0"?><AutoVu><Plate>KAB1234</Plate><State>IL</State><UTCDate>2026:01:01</UTCDate><UTCTime>00:00:00.500</UTCTime><ConfidenceScore>88</ConfidenceScore><Guid>g-1</Guid></AutoVu>`
  expect(await read('GENETEC', template, 'text/xml')).toMatchObject(expected)
})

const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string(),
    fc.integer(),
    fc.constantFrom(null, true, '', 'lost', 'ANPR', 'alpr_group', '__proto__'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom(
        'data',
        'results',
        'plate',
        'props',
        'carState',
        'carID',
        'plateText',
        'best_plate',
        'best_uuid',
        'data_type',
        'PlateAnalytics',
        'Plate',
        'Id',
        'PlateRead',
        '__proto__',
        'constructor',
      ),
      tie('value'),
      { maxKeys: 6 },
    ),
  ),
})).value

test('whatever a camera sends, it gives readings with a plate and a key, or a reason', async () => {
  const body = fc.oneof(
    value.map((each) => JSON.stringify(each)),
    fc.string(),
    fc.constant(axis()),
    fc.constant(hikvision()),
    fc.constant(JSON.stringify(genetec())),
  )
  const cut = fc
    .tuple(body, fc.nat(400), fc.nat(400))
    .map(([text, from, length]) => text.slice(0, from) + text.slice(from + length))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...cameraKinds),
      fc.oneof(body, cut),
      fc.constantFrom('application/json', 'text/xml', form, ''),
      async (kind, text, type) => {
        try {
          const readings = await read(kind, text, type)
          expect(readings.length).toBeGreaterThan(0)
          for (const { plate, event_key, captured_at, confidence } of readings) {
            expect(plate).not.toBe('')
            expect(event_key).not.toBe('')
            if (captured_at !== null) expect(Number.isFinite(captured_at.getTime())).toBe(true)
            if (confidence !== null) expect(confidence).toBeLessThanOrEqual(100)
          }
        } catch (error) {
          if (!(error instanceof NoReading)) throw error
        }
      },
    ),
    { numRuns: 3000 },
  )
})
