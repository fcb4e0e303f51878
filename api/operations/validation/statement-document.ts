import type { PartnerEntry, PartnerStatement } from '@openspot/contract/operations/validation-accounts.ts'
import { formatMoney } from '@openspot/core/money/money.ts'
import { paperIn } from '@openspot/core/paper.ts'
import { formatInFull, zoneMessage } from '@openspot/core/time/format.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { makeDocument } from '../../money/documents/document-writer.ts'

/** Creates the PDF of a partner's statement. It names no drivers. */
export function makePartnerStatement(
  statement: PartnerStatement,
  { language, country }: { language: string; country: string },
): Promise<Buffer> {
  const t = translatorFor(language)
  const locale = localeOf(t)
  const money = (cents: number) => formatMoney(cents, statement.currency, locale)
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${statement.month}-15T00:00:00Z`),
  )
  const title = t('partnerStatement.title', { month })
  return makeDocument(
    {
      title,
      language: locale,
      paper: paperIn(country),
      made_at: statement.ends_at,
      running_head: t('partnerStatement.head', { title, partner: statement.partner_name }),
      footer: (page, pages) => t('partnerStatement.page', { page: String(page), pages: String(pages) }),
    },
    (writer) => {
      writer.title(title, t('partnerStatement.by', { lot: statement.lot_name }))
      writer.facts([
        [t('partnerStatement.partner'), { text: statement.partner_name, below: [] }],
        [t('partnerStatement.lot'), { text: statement.lot_name, below: [] }],
        [t('partnerStatement.validations'), String(statement.validations)],
        [t('receiptDocument.timesIn'), zoneMessage(statement.ends_at, { zone: statement.time_zone, locale })],
      ])
      writer.table(
        [
          { head: t('partnerStatement.summary'), share: 0.7 },
          { head: t('partnerStatement.amount'), share: 0.3, align: 'right' },
        ],
        [
          [t('partnerStatement.opening'), money(statement.opening_cents)],
          [t('partnerStatement.payments'), money(statement.payments_cents)],
          [t('partnerStatement.given'), money(statement.validations_cents)],
        ],
        [
          [
            statement.closing_cents < 0 ? t('partnerStatement.owed') : t('partnerStatement.left'),
            money(Math.abs(statement.closing_cents)),
          ],
        ],
      )
      if (statement.entries.length === 0) return writer.paragraph(t('partnerStatement.empty'))
      writer.heading(t('partnerStatement.entries'))
      writer.table(
        [
          { head: t('partnerStatement.when'), share: 0.28 },
          { head: t('partnerStatement.what'), share: 0.4 },
          { head: t('partnerStatement.amount'), share: 0.16, align: 'right' },
          { head: t('partnerStatement.balance'), share: 0.16, align: 'right' },
        ],
        statement.entries.map((entry) => [
          formatInFull(entry.at, { zone: statement.time_zone, locale }),
          whatOf(t, entry),
          money(entry.amount_cents),
          money(entry.balance_cents),
        ]),
      )
    },
  )
}

function whatOf(t: Translate, { kind, option_name, note }: PartnerEntry): string {
  return t(`partnerStatement.kinds.${kind}`, { about: option_name ?? note ?? '' })
}
