import { call } from '@openspot/contract/call.ts'
import { listPlacesRoute } from '@openspot/contract/lots/lots.ts'
import { localeHeader } from '@openspot/messages/locales.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { placedDatabase } from '../../testing/placed-database.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi({}, null, null, { database: await placedDatabase() })
  await aLot(api, {
    name: 'Wells Street Garage',
    texts: JSON.stringify({ 'ja-JP': { name: 'ウェルズ駐車場' } }),
  })
}, 300_000)
afterAll(() => api.close())

const find = async (q: string, locale: string) =>
  (await call(listPlacesRoute, { query: { q } }, { base: api.base, headers: { [localeHeader]: locale } }))
    .items

test.each([
  // Japanese: katakana, hiragana, half width, with and without separators and long vowels.
  ['ja-JP', 'シカゴ', 'CITY', 'Chicago', 'シカゴ'],
  ['ja-JP', 'しかご', 'CITY', 'Chicago', 'シカゴ'],
  ['ja-JP', 'ｼｶｺﾞ', 'CITY', 'Chicago', 'シカゴ'],
  ['ja-JP', 'オヘア', 'AIRPORT', 'O’Hare International Airport', 'オヘア国際空港'],
  ['ja-JP', 'シカゴ オヘア国際', 'AIRPORT', 'O’Hare International Airport', 'オヘア国際空港'],
  ['ja-JP', 'ミレニアムパーク', 'LANDMARK', 'Millennium Park', 'ミレニアム・パーク'],
  ['ja-JP', 'シカゴ美術館', 'LANDMARK', 'Art Institute of Chicago', 'シカゴ美術館'],
  ['ja-JP', 'シアズタワー', 'LANDMARK', 'Willis Tower', 'ウィリス・タワー'],
  ['ja-JP', 'ユニオン駅', 'STATION', 'Chicago Union Station', 'シカゴ・ユニオン駅'],
  // Chinese: simplified and traditional characters.
  ['zh-CN', '芝加哥', 'CITY', 'Chicago', '芝加哥'],
  ['zh-CN', '紐約', 'CITY', 'New York City', '纽约'],
  ['zh-CN', '奧黑爾國際機場', 'AIRPORT', 'O’Hare International Airport', '奥黑尔国际机场'],
  ['zh-CN', '芝加哥奥黑尔国际机场', 'AIRPORT', 'O’Hare International Airport', '奥黑尔国际机场'],
  ['zh-CN', '威利斯大廈', 'LANDMARK', 'Willis Tower', '威利斯大厦'],
  ['zh-CN', '海军码头', 'LANDMARK', 'Navy Pier', '海军码头'],
  ['zh-CN', '联合车站', 'STATION', 'Chicago Union Station', '芝加哥联合车站'],
  // Arabic: with and without hamza, vowel marks, and tatweel; with alef maksura or ha instead of ya and ta marbuta.
  ['ar-AE', 'شيكاغو', 'CITY', 'Chicago', 'شيكاغو'],
  ['ar-AE', 'شِيكَاغُو', 'CITY', 'Chicago', 'شيكاغو'],
  ['ar-AE', 'شيكاجو', 'CITY', 'Chicago', 'شيكاغو'],
  ['ar-AE', 'مطار اوهير الدولى', 'AIRPORT', 'O’Hare International Airport', 'مطار أوهير الدولي'],
  ['ar-AE', 'مطـــار أوهير', 'AIRPORT', 'O’Hare International Airport', 'مطار أوهير الدولي'],
  ['ar-AE', 'برج ويليس', 'LANDMARK', 'Willis Tower', 'برج ويليس'],
  ['ar-AE', 'حديقه الالفيه', 'LANDMARK', 'Millennium Park', 'حديقة الألفية'],
  // Latin scripts, with and without accents.
  [
    'es-US',
    "Aeropuerto O'Hare",
    'AIRPORT',
    'O’Hare International Airport',
    'Aeropuerto Internacional O’Hare',
  ],
  ['es-US', 'nueva york', 'CITY', 'New York City', 'Ciudad de Nueva York'],
  ['es-US', 'parque del milenio', 'LANDMARK', 'Millennium Park', 'Parque del Milenio'],
  ['fr-FR', 'Aeroport O’Hare', 'AIRPORT', 'O’Hare International Airport', 'Aéroport international O’Hare'],
  ['fr-FR', 'tour willis', 'LANDMARK', 'Willis Tower', 'Tour Willis'],
  ['de-DE', 'Flughafen Chicago', 'AIRPORT', 'O’Hare International Airport', 'Flughafen Chicago O’Hare'],
  ['de-DE', 'Hauptbahnhof Chicago', 'STATION', 'Chicago Union Station', 'Bahnhof Chicago Union'],
  [
    'pt-BR',
    'Aeroporto de Chicago',
    'AIRPORT',
    'O’Hare International Airport',
    'Aeroporto Internacional O’Hare',
  ],
  ['pt-BR', 'filadelfia', 'CITY', 'Philadelphia', 'Filadélfia'],
  ['it-IT', 'stazione di chicago', 'STATION', 'Chicago Union Station', 'Stazione Union di Chicago'],
  ['it-IT', 'Acquario Shedd', 'LANDMARK', 'Shedd Aquarium', 'Acquario Shedd'],
  // The English name finds it too, and the answer has both.
  ['ja-JP', 'Chicago', 'CITY', 'Chicago', 'シカゴ'],
  ['ar-AE', 'willis tow', 'LANDMARK', 'Willis Tower', 'برج ويليس'],
  // A name of another language finds it for everyone.
  ['en-US', 'シカゴ', 'CITY', 'Chicago', null],
  ['de-DE', '芝加哥', 'CITY', 'Chicago', null],
])('in %s, %j finds the %s %s, which its reader calls %j', async (locale, q, kind, name, reader_name) => {
  const [first] = await find(q, locale)
  expect(first).toMatchObject({ kind, name, reader_name, is_exact: true, time_zone: expect.any(String) })
})

test.each([
  ['ja-JP', 'シカガ', 'Chicago'],
  ['ja-JP', 'オヘヤ国際空港', 'O’Hare International Airport'],
  ['zh-CN', '芝家哥', 'Chicago'],
  ['zh-CN', '奥黑儿国际机场', 'O’Hare International Airport'],
  ['ar-AE', 'شيكاعو', 'Chicago'],
  ['es-US', 'aeropuerto ohaer', 'O’Hare International Airport'],
  ['fr-FR', 'aquarum shedd', 'Shedd Aquarium'],
])('in %s, the misspelled %j finds %s, and says that it only resembles it', async (locale, q, name) => {
  expect((await find(q, locale))[0]).toMatchObject({ name, is_exact: false })
})

test('only the place itself has the name: not another city or landmark that is called the same in English', async () => {
  const found = await find('ポートランド', 'ja-JP')
  expect(found.map(({ name, address }) => [name, address.region])).toEqual([['Portland', 'OR']])
  const portlands = await find('Portland', 'ja-JP')
  expect(portlands.find(({ address }) => address.region === 'ME')).toMatchObject({ reader_name: null })
})

test('a text in another script that names nothing finds nothing', async () => {
  expect(await find('東京', 'ja-JP')).toEqual([])
  expect(await find('طوكيو', 'ar-AE')).toEqual([])
})

test('a lot is suggested by its name in the reader’s language', async () => {
  expect((await find('Wells Street Gar', 'ja-JP'))[0]).toMatchObject({ kind: 'LOT', name: 'ウェルズ駐車場' })
})
