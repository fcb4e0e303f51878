import type { YearOfEarnings } from '@openspot/contract/money/earnings.ts'
import { formatMoney } from '@openspot/core/money/money.ts'
import { formatInFull } from '@openspot/core/time/format.ts'
import type pg from 'pg'
import { refuse } from '../../errors.ts'
import { type DocumentWriter, makeDocument } from '../documents/document-writer.ts'
import { readYear } from '../payouts/year.sql.ts'
import { getStatementFacts, type StatementFacts } from './statement.sql.ts'
import { statementWords as words } from './words.ts'

type Currency = YearOfEarnings['currencies'][number]
type Sums = Currency['total']

/** The columns with their signs: deductions are shown as negative. */
const columns = [
  ['gross_cents', 1],
  ['fees_cents', -1],
  ['refunds_cents', -1],
  ['net_cents', 1],
  ['paid_out_cents', 1],
] as const

/** Creates the PDF of a host's year for their taxes. Throws `year_without_earnings`. */
export async function makeStatement(pool: pg.Pool, user_id: string, year: number): Promise<Buffer> {
  const [facts, { currencies }] = await Promise.all([
    getStatementFacts(pool, user_id, year),
    readYear(pool, user_id, year),
  ])
  const { booked_until } = facts
  if (booked_until === null) return refuse('year_without_earnings')
  const title = words.title(year)
  const name = facts.name || words.unnamed
  return makeDocument(
    {
      title,
      language: words.language,
      made_at: booked_until,
      running_head: `${title} · ${name}`,
      footer: (page, pages) => words.page(year, page, pages),
    },
    (writer) => {
      writer.title(title, words.by)
      writer.facts([
        [words.host, { text: name, below: facts.email === null ? [] : [facts.email] }],
        [words.lots, lotsIn(facts)],
        [words.upTo, formatInFull(booked_until, { zone: 'UTC', locale: words.locale })],
      ])
      writer.paragraph(words.how)
      for (const currency of currencies) writeCurrency(writer, currency)
    },
  )
}

function lotsIn({ lots }: StatementFacts) {
  const [first, ...more] = lots.map((lot) => {
    const place = [lot.name, lot.street, lot.city].filter(Boolean).join(', ')
    return words.lotIn(place, lot.time_zone)
  })
  return { text: first ?? '', below: more }
}

function writeCurrency(writer: DocumentWriter, { currency, months, total }: Currency): void {
  const money = (cents: number) => formatMoney(cents, currency, words.locale)
  const figures = (sums: Sums) =>
    // Avoid -0.
    columns.map(([name, sign]) => money(sums[name] === 0 ? 0 : sign * sums[name]))
  writer.heading(words.heading(currency))
  writer.table(
    [
      { head: words.month, share: 0.2 },
      ...columns.map(([name]) => ({ head: words[name], share: 0.16, align: 'right' as const })),
    ],
    months.map((month) => [monthName(month.month), ...figures(month)]),
    [[words.total, ...figures(total)]],
  )
  writer.paragraph(words.ofPayments)
  if (total.spent_cents !== 0) writer.paragraph(words.spent(money(total.spent_cents)))
}

const monthName = (month: number): string =>
  new Intl.DateTimeFormat(words.locale, { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, month - 1, 15),
  )
