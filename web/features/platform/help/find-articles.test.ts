import { articlesFor } from '@openspot/messages/articles.ts'
import { expect, test } from 'vitest'
import { findArticles } from './find-articles.ts'

const { help } = articlesFor('en-US')
const found = (q: string) => findArticles(help, q).map(({ id }) => id)

test.each([
  ['refund', 'refunds'],
  ['card declined', 'declined'],
  ['CANCEL', 'cancel'],
  ['licen plate', 'plate'],
])('finds the article for “%s” first', (q, id) => {
  expect(found(q)[0]).toBe(id)
})

test('finds every article without words, and none with a word that no article has', () => {
  expect(found('  ')).toHaveLength(help.length)
  expect(found('zeppelin')).toEqual([])
})

test('every article has an anchor of its own', () => {
  expect(new Set(help.map(({ id }) => id)).size).toBe(help.length)
})
