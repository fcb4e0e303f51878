import { expect, test } from 'vitest'
import { findLostTexts } from './kept-texts.ts'

const file = 'web/features/booking/waitlist/note.tsx'
const field = '<Textarea value={text} />'

test('names a form whose longer text is lost with a reload', () => {
  expect(findLostTexts([{ file, text: field }], [])).toEqual([
    `${file} loses what is typed with a reload. Use useTextDraft or useDraft (web/lib/use-draft.ts).`,
  ])
})

test.each([
  ['a draft', `import { useTextDraft } from '@/lib/use-draft.ts'\n${field}`],
  ['the settings of a lot', `import { useSettingsForm } from './use-settings-form.ts'\n${field}`],
  ['a dialog', `<Modal opened>${field}</Modal>`],
  ['no longer text', '<TextInput value={text} />'],
])('accepts a file with %s', (_of, text) => {
  expect(findLostTexts([{ file, text }], [])).toEqual([])
})

test('names a listed file that keeps its text, because the list may only get shorter', () => {
  expect(findLostTexts([{ file, text: field }], [file])).toEqual([])
  expect(findLostTexts([], [file])).toEqual([
    `${file} keeps what is typed, so it need not be listed in cli/checks/kept-texts.ts.`,
  ])
})
