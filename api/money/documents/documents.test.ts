import { expect, test } from 'vitest'
import { partsOf, readPdf } from '../../testing/read-pdf.ts'
import { type DocumentFacts, makeDocument } from './document-writer.ts'

const facts: DocumentFacts = {
  title: 'A document',
  language: 'en',
  made_at: '2026-03-01T10:00:00.000Z',
  paper: { width: 612, height: 792 },
  running_head: 'A document, goes on',
  footer: (page, pages) => `Page ${page} of ${pages}`,
}

const one = async (text: string) =>
  readPdf(
    await makeDocument(facts, (writer) => {
      writer.title('A document', 'Openspot')
      writer.facts([['What', text]])
    }),
  )

const samples: [script: string, text: string][] = [
  ['Latin', 'Zażółć gęślą jaźń, Ångström & Çağ “Ŵ” €12'],
  ['Greek', 'Χώρος στάθμευσης Αθήνας, ὁδός'],
  ['Cyrillic', 'Стоянка на Петровской, Ґава, Қазақ'],
  ['Vietnamese', 'Bãi đỗ xe Nguyễn Huệ, Thành phố Hồ Chí Minh'],
  ['Hebrew', 'חניון רחוב הרצל 12 (קומה 3), תל אביב'],
  ['Arabic', 'موقف شارع الملك فهد ١٢ (الدور 3)، الرياض'],
  ['Thai', 'ลานจอดรถถนนสุขุมวิท กรุงเทพมหานคร'],
  ['Devanagari', 'कनॉट प्लेस पार्किंग, क्षत्रिय नई दिल्ली'],
  ['Chinese', '上海南京西路停車場 停车场'],
  ['Japanese', '東京都千代田区丸の内パーキング'],
  ['Korean', '서울특별시 강남구 주차장'],
  ['scripts without a font of their own', 'ქართული հայերեն தமிழ் ខ្មែរ ꦱ 䶮 🚗'],
]

test.each(samples)(
  'renders %s with a glyph for every character and keeps its text readable',
  async (_script, text) => {
    const read = await one(text)
    expect(read.missing).toBe(0)
    // The text is the span's ActualText if it is drawn differently; otherwise it is what is drawn.
    const said = partsOf(read.tree, 'Span').map(({ actual }) => actual?.trim())
    expect([...said, ...(read.pages[0]?.split('\n') ?? [])]).toContain(text.normalize('NFC'))
    // U+FFFD replaces characters that no font has.
    expect(read.pages.join('')).not.toContain('\ufffd')
  },
)

/** Returns the text drawn on the line of the value, from left to right. */
const drawn = async (text: string) => (await one(text)).pages[0]?.split('\n').at(3)

test('draws right-to-left text from right to left and its numbers from left to right', async () => {
  expect(await drawn('חניון הרצל 12')).toBe('12 לצרה ןוינח')
  expect(await drawn('موقف ١٢')).toMatch(/^١٢/)
  expect(await drawn('Lot שלום (א) end 5')).toBe('Lot (א) םולש end 5')
  // An amount as Intl writes it, with the marks that keep its symbol in its place.
  expect(await drawn('א \u200f4.00\u00a0US$\u200e')).toBe('US$ 4.00 א')
})

test('mirrors the columns of a document in a language that is read from right to left', async () => {
  const columns = async (language: string) => {
    const bytes = await makeDocument({ ...facts, language }, (writer) => {
      writer.table(
        [
          { head: 'First', share: 0.5 },
          { head: 'Last', share: 0.5, align: 'right' },
        ],
        [],
      )
    })
    const [first = 0, last = 0] = readPdf(bytes).lefts
    return { first, last }
  }
  const [american, arabic] = [await columns('en-US'), await columns('ar-AE')]
  expect(american.first).toBeLessThan(american.last)
  // The second column ends where the first one began.
  expect(arabic.first).toBeGreaterThan(arabic.last)
  expect(arabic.last).toBe(american.first)
})

test('draws Chinese characters in the shapes of Japan in a Japanese document, and of China in others', async () => {
  const fontsIn = async (language: string) =>
    new Set(
      (await makeDocument({ ...facts, language }, (writer) => writer.paragraph('直角')))
        .toString('latin1')
        .match(/NotoSans(?:JP|SC)/g),
    )
  expect(await fontsIn('ja-JP')).toEqual(new Set(['NotoSansJP']))
  expect(await fontsIn('zh-CN')).toEqual(new Set(['NotoSansSC']))
})

test('joins Arabic letters and places Devanagari vowels correctly', async () => {
  // The letter three times: it has different initial, medial, and final forms.
  const [alone, joined] = [await one('ه'), await one('ههه')]
  expect(joined.shapes - alone.shapes).toBe(2)
  // This vowel is written after its letter but drawn before it.
  expect(await drawn('कि')).toBe('िक')
})

test('draws characters that no font has as U+FFFD and keeps their text readable', async () => {
  const read = await one('𪚥野')
  expect(read.missing).toBe(0)
  expect(read.pages[0]).toContain('\ufffd')
  expect(partsOf(read.tree, 'Span')[0]?.actual).toBe('𪚥野')
})

test('tags the document with its language, title, and structure', async () => {
  const read = readPdf(
    await makeDocument(facts, (writer) => {
      writer.title('A document', 'Openspot')
      writer.heading('Lines')
      writer.table(
        [
          { head: 'For', share: 0.7 },
          { head: 'Amount', share: 0.3, align: 'right' },
        ],
        Array.from({ length: 80 }, (_, at) => [{ text: `Line ${at + 1}`, below: ['Because'] }, `$${at}.00`]),
        [['Total', '$3,160.00']],
      )
    }),
  )
  expect(read).toMatchObject({
    is_marked: true,
    language: 'en',
    title: 'A document',
    shows_title: true,
    claims_ua: true,
  })
  expect(read.tree.tag).toBe('Document')
  expect(read.tree.parts.map(({ tag }) => tag)).toEqual(['P', 'H1', 'H2', 'Table'])
  const rows = partsOf(read.tree, 'TR')
  expect(rows).toHaveLength(82)
  expect(rows[0]?.parts.map(({ tag, scope }) => [tag, scope])).toEqual([
    ['TH', 'Column'],
    ['TH', 'Column'],
  ])
  expect(rows[1]?.parts.map(({ tag }) => tag)).toEqual(['TD', 'TD'])
  expect(rows[81]?.parts.map(({ tag, scope }) => [tag, scope])).toEqual([
    ['TH', 'Row'],
    ['TD', null],
  ])
  expect(read.pages.length).toBeGreaterThan(3)
  read.pages.forEach((page, at) => {
    expect(page).toContain('Amount')
    expect(page).toContain(`Page ${at + 1} of ${read.pages.length}`)
    expect(page.includes('A document, goes on')).toBe(at > 0)
  })
})

test('produces the same bytes for the same content', async () => {
  const make = () => makeDocument(facts, (writer) => writer.facts(samples))
  expect((await make()).equals(await make())).toBe(true)
})

test('wraps long text, also without spaces', async () => {
  const { pages } = await one(`${'ลานจอดรถ'.repeat(40)} ${'x'.repeat(300)} ${'停车'.repeat(90)}`)
  const lines = pages[0]?.split('\n') ?? []
  expect(lines.length).toBeGreaterThan(12)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(110)
})
