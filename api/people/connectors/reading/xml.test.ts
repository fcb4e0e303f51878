import { expect, test } from 'vitest'
import { readXml, xmlText } from './xml.ts'

async function restOf(xml: string): Promise<unknown> {
  const { rest } = await readXml(xmlText(Buffer.from(xml), 'text/xml; charset=utf-8'), null)
  return rest
}

async function recordsOf(xml: string): Promise<unknown[]> {
  const document = await readXml(xmlText(Buffer.from(xml), undefined), 'unit')
  const all: unknown[] = []
  for await (const page of document.pages(10)) all.push(...page)
  return all
}

test.each([
  ['a CDATA section between two texts', '<Unit>Unit <![CDATA[4]]> B</Unit>', 'Unit 4 B'],
  ['a CDATA section at the start', '<Unit><![CDATA[Smith & Co]]> Apt 2</Unit>', 'Smith & Co Apt 2'],
  ['two CDATA sections', '<Unit><![CDATA[4 ]]><![CDATA[B]]></Unit>', '4 B'],
  ['spaces around', '<Unit>\n  4 B\n</Unit>', '4 B'],
  ['spaces around a CDATA section', '<Unit>\n  <![CDATA[ 4 B ]]>\n</Unit>', '4 B'],
  ['a decimal entity', '<Unit>4&#32;B</Unit>', '4 B'],
  ['a hexadecimal entity', '<Unit>4&#x20;B &#xe9;</Unit>', '4 B é'],
  ['a named entity', '<Unit>Smith &amp; Co</Unit>', 'Smith & Co'],
  ['only spaces', '<Unit>  </Unit>', ''],
])('joins a text with %s as XML says, and trims it as a whole', async (_, xml, text) => {
  expect(await restOf(`<Root>${xml}</Root>`)).toEqual({ root: { unit: text } })
  expect(await recordsOf(`<Root>${xml}</Root>`)).toEqual([text])
})

test('keeps attributes and children, and no text of the spaces between elements', async () => {
  expect(await restOf('<Root>\n  <Unit ID=" 4 ">\n    <Name> A </Name>\n  </Unit>\n</Root>')).toEqual({
    root: { unit: { '@id': '4', name: 'A' } },
  })
})
