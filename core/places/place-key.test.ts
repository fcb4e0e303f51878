import { expect, test } from 'vitest'
import { placeKey, typedKey } from './place-key.ts'

test.each([
  ['O’Hare International Airport', 'ohare international airport'],
  ["O'HARE", 'ohare'],
  ['233 S. Wacker Dr', '233 south wacker drive'],
  ['N Michigan Ave', 'north michigan avenue'],
  ['St. Louis', 'saint louis'],
  ['The Loop', 'loop'],
  ['The', 'the'],
  ['Zürich', 'zurich'],
  ['Macy’s & Co', 'macys and co'],
  ['60606', '60606'],
  ['ｼｶｺﾞ・オヘア 国際空港', 'シカコオヘア国际空港'],
  ['しかご', 'シカコ'],
  ['奧黑爾國際機場', '奥黑尔国际机场'],
  ['مَطـار أُوهيرَ الدَّولى', 'مطار اوهير الدولي'],
  ['حديقة الألفية ٢', 'حديقه الالفيه 2'],
  ['', ''],
])('the key of %j is %j', (name, key) => {
  expect(placeKey(name)).toBe(key)
})

test.each([
  ['233 s wacker dr', '233 south wacker dr'],
  ['s', 's'],
  ['s wells', 'south wells'],
  ['west', 'west'],
  ['michigan blvd', 'michigan boulevard'],
  ['willis to', 'willis to'],
  ['  O’Hare ', 'ohare'],
])('a typed %j is compared as %j, because its last word may go on', (typed, key) => {
  expect(typedKey(typed)).toBe(key)
})

test('a typed text is the beginning of the key of the same name, at every length from the last word on', () => {
  for (const name of ['233 S Wacker Dr', 'N Lake Shore Blvd', 'O’Hare International Airport', 'St. Louis']) {
    const from = name.lastIndexOf(' ') + 2
    for (let length = from; length <= name.length; length++) {
      const key = typedKey(name.slice(0, length))
      // The beginning of an abbreviation that is not the beginning of its word says nothing yet.
      if (/ blv?$/.test(key)) continue
      expect(placeKey(name).startsWith(key), `${name.slice(0, length)} → ${key}`).toBe(true)
    }
  }
})
