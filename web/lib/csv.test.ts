import { expect, test } from 'vitest'
import { csvText } from './csv.ts'

test('quotes a cell with a comma, a quote, or a line break', () => {
  expect(csvText([['a', 'b,c', 'd "e"', 'f\ng']])).toBe('a,"b,c","d ""e""","f\ng"\r\n')
})

test('neutralizes formulas and keeps numbers', () => {
  expect(csvText([['=1+1', '@cmd', '+1 555', '-x', '-12.50', '8']])).toBe(
    "'=1+1,'@cmd,'+1 555,'-x,-12.50,8\r\n",
  )
})
