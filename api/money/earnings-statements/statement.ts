import type { YearOfEarnings } from '@openspot/contract/money/earnings.ts'
import { formatMoney } from '@openspot/core/money/money.ts'
import { paperIn } from '@openspot/core/paper.ts'
import { formatInFullWithZone } from '@openspot/core/time/format.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type pg from 'pg'
import { refuse } from '../../errors.ts'
import { type DocumentWriter, makeDocument } from '../documents/document-writer.ts'
import { readYear } from '../payouts/year.sql.ts'
import { getStatementFacts, type StatementFacts } from './statement.sql.ts'

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
  const t = translatorFor(facts.language)
  const title = t('earningsStatement.title', { year: String(year) })
  const name = facts.name || t('earningsStatement.unnamed')
  const zone = facts.last_zone ?? 'UTC'
  return makeDocument(
    {
      title,
      language: localeOf(t),
      made_at: booked_until,
      // A host with lots in several countries prints at one of them.
      paper: paperIn(facts.lots[0]?.country ?? null),
      running_head: `${title} · ${name}`,
      footer: (page, pages) =>
        t('earningsStatement.page', { year: String(year), page: String(page), pages: String(pages) }),
    },
    (writer) => {
      writer.title(title, t('earningsStatement.by'))
      writer.facts([
        [t('earningsStatement.host'), { text: name, below: facts.email === null ? [] : [facts.email] }],
        [t('earningsStatement.lots'), lotsIn(t, facts)],
        [t('earningsStatement.upTo'), formatInFullWithZone(booked_until, { zone, locale: localeOf(t) })],
      ])
      writer.paragraph(t('earningsStatement.how'))
      for (const currency of currencies) writeCurrency(t, writer, currency)
    },
  )
}

function lotsIn(t: Translate, { lots }: StatementFacts) {
  const [first, ...more] = lots.map((lot) => {
    const place = [lot.name, lot.street, lot.city].filter(Boolean).join(', ')
    return t('earningsStatement.lotIn', { lot: place, zone: lot.time_zone })
  })
  return { text: first ?? '', below: more }
}

function writeCurrency(t: Translate, writer: DocumentWriter, { currency, months, total }: Currency): void {
  const money = (cents: number) => formatMoney(cents, currency, localeOf(t))
  const figures = (sums: Sums) =>
    // Avoid -0.
    columns.map(([name, sign]) => money(sums[name] === 0 ? 0 : sign * sums[name]))
  writer.heading(t('earningsStatement.heading', { currency }))
  writer.table(
    [
      { head: t('earningsStatement.month'), share: 0.2 },
      ...columns.map(([name]) => ({
        head: t(`earningsStatement.columns.${name}`),
        share: 0.16,
        align: 'right' as const,
      })),
    ],
    months.map((month) => [monthName(t, month.month), ...figures(month)]),
    [[t('earningsStatement.total'), ...figures(total)]],
  )
  writer.paragraph(t('earningsStatement.ofPayments'))
  if (total.spent_cents !== 0)
    writer.paragraph(t('earningsStatement.spent', { amount: money(total.spent_cents) }))
}

const monthName = (t: Translate, month: number): string =>
  new Intl.DateTimeFormat(localeOf(t), { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, month - 1, 15),
  )
