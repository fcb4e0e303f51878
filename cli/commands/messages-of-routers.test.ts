import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '@openspot/server/settings.ts'
import { expect, test } from 'vitest'
import { filesReachedFrom } from '../checks/reached-files.ts'
import { messagesOfRouters } from './messages-of-routers.ts'

test('a file is reached through imports, lazy imports, and aliases, and not because it exists', () => {
  const files = [
    { file: 'web/pages/a.tsx', text: "import { b } from '@/lib/b.ts'" },
    { file: 'web/lib/b.ts', text: "const c = () => import('./c.ts')" },
    { file: 'web/lib/c.ts', text: "import { d } from '@openspot/core/d.ts'\nimport '../pages/a.tsx'" },
    { file: 'core/d.ts', text: '' },
    { file: 'web/lib/other.ts', text: "import './c.ts'" },
  ]
  const reached = filesReachedFrom(files, (file) => file.startsWith('web/pages/'))
  expect(reached.map(({ file }) => file)).toEqual([
    'web/pages/a.tsx',
    'web/lib/b.ts',
    'web/lib/c.ts',
    'core/d.ts',
  ])
})

test('public pages have the messages that their code names, and none of the console, of emails, or without a name in the code', () => {
  const tree = {
    cities: { title: 'Parking by city', neverNamed: 'x' },
    residents: { title: 'Residents' },
    reservationEmails: { directions: 'Directions' },
  }
  const written = new Map(messagesOfRouters(() => tree))
  const of = (router: string) =>
    JSON.parse(written.get(`web/lib/messages/texts/${router}-en-us.json`) ?? '') as object
  expect(of('pages')).toEqual({ cities: { title: 'Parking by city' } })
  expect(of('app')).toMatchObject({ residents: { title: 'Residents' } })
  expect(of('app')).not.toHaveProperty('reservationEmails')
})

test('the files in the checkout are smaller than a quarter of all messages for public pages', () => {
  const size = (router: string) =>
    readFileSync(path.join(root, `web/lib/messages/texts/${router}-en-us.json`), 'utf8').length
  expect(size('pages')).toBeLessThan(size('app') / 4)
})
