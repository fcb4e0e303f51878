import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { address } from '@openspot/contract/call.ts'
import {
  addPartnerEntryRoute,
  getPartnerStatementPdfRoute,
  getPartnerStatementRoute,
  type PartnerStatement,
} from '@openspot/contract/operations/validation-accounts.ts'
import {
  getPartnerRoute,
  listPartnersRoute,
  type ValidationPartner,
} from '@openspot/contract/operations/validation-partners.ts'
import { decimalOf } from '@openspot/core/money/money.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAttemptKey } from '@/lib/attempt-key.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { saveCsv } from '@/lib/csv.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { DataTable } from '@/ui/data-table.tsx'
import { GatedButton } from '@/ui/gated-button.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { moneyText } from '@/ui/money.tsx'
import { MoneyField, readMoney } from '@/ui/money-field.tsx'
import { Buttons, Facts, Fields, Panel } from '@/ui/panel.tsx'
import { EmptyState, Note } from '@/ui/states.tsx'
import { balanceFact } from './balance.ts'
import { entryColumns } from './entry-columns.tsx'

/** The account of a partner: its balance, and the statement of a month. */
export function AccountPart({ lot, partner }: { lot: ConsoleLot; partner: ValidationPartner }) {
  const t = useTranslations()
  const { now } = useClock()
  const thisMonth = new Intl.DateTimeFormat('en-CA', { timeZone: lot.time_zone })
    .format(Date.parse(now))
    .slice(0, 7)
  const [month, setMonth] = useState(thisMonth)
  const [adds, setAdds] = useState<'PAYMENT' | 'CORRECTION' | null>(null)
  const input = { params: { partner_id: partner.id }, query: { month } }
  const answer = useApiQuery(getPartnerStatementRoute, input, { client: 'admin', keep: true })
  const statement = answer.data
  const money = (cents: number) => moneyText(t, cents, partner.currency)
  return (
    <>
      <Panel
        title={t('validation.staff.account')}
        action={<Button onClick={() => setAdds('PAYMENT')}>{t('validation.staff.addEntry')}</Button>}
      >
        <Facts items={[balanceFact(t, partner)]} />
        <Buttons>
          <Button variant="default" size="sm" onClick={() => setAdds('CORRECTION')}>
            {t('validation.staff.addCorrection')}
          </Button>
        </Buttons>
      </Panel>
      <Panel title={t('validation.staff.statement')}>
        <Buttons>
          <TextInput
            type="month"
            aria-label={t('validation.staff.statementMonth')}
            value={month}
            max={thisMonth}
            onChange={({ currentTarget: { value } }) => {
              if (/^20\d\d-\d\d$/.test(value)) setMonth(value)
            }}
          />
          <Button
            component="a"
            variant="default"
            target="_blank"
            href={address(getPartnerStatementPdfRoute, input.params, input.query)}
          >
            {t('validation.staff.statementPdf')}
          </Button>
          {statement ? (
            <GatedButton
              variant="default"
              why={statement.entries.length === 0 ? t('validation.staff.statementCsvEmpty') : null}
              onClick={() => saveStatement(statement)}
            >
              {t('validation.staff.statementCsv')}
            </GatedButton>
          ) : null}
        </Buttons>
        <QueryState answer={answer} />
        {statement ? (
          <Facts
            items={[
              [t('validation.staff.opening'), money(statement.opening_cents)],
              [t('validation.staff.payments'), money(statement.payments_cents)],
              [t('validation.staff.given'), money(statement.validations_cents)],
              [t('validation.staff.closing'), money(statement.closing_cents)],
            ]}
          />
        ) : null}
        {statement && statement.entries.length === 0 ? (
          <EmptyState
            title={t('validation.staff.statementEmptyTitle')}
            text={t('validation.staff.statementEmptyText')}
          />
        ) : null}
        {statement && statement.entries.length > 0 ? (
          <DataTable
            label={t('validation.staff.entries')}
            rows={statement.entries.toReversed()}
            keyOf={({ id }) => id}
            columns={entryColumns(t, lot, partner.currency)}
          />
        ) : null}
      </Panel>
      {adds ? <EntryDialog partner={partner} kind={adds} onClose={() => setAdds(null)} /> : null}
    </>
  )
}

function saveStatement({ partner_name, month, currency, entries }: PartnerStatement): void {
  const rows = entries.map(({ at, kind, option_name, note, amount_cents, balance_cents }) => [
    at,
    kind,
    option_name ?? '',
    note ?? '',
    currency,
    decimalOf(amount_cents, currency),
    decimalOf(balance_cents, currency),
  ])
  saveCsv(`${partner_name} ${month}`, [
    ['at', 'kind', 'option', 'note', 'currency', 'amount', 'balance'],
    ...rows,
  ])
}

function EntryDialog({
  partner,
  kind,
  onClose,
}: {
  partner: ValidationPartner
  kind: 'PAYMENT' | 'CORRECTION'
  onClose: () => void
}) {
  const t = useTranslations()
  const [text, setText] = useState('')
  const [note, setNote] = useState('')
  const [isNegative, setNegative] = useState(false)
  const keyOf = useAttemptKey()
  const refresh = [getPartnerRoute, listPartnersRoute, getPartnerStatementRoute]
  const add = useApiMutation(addPartnerEntryRoute, { client: 'admin', refresh })
  const read = readMoney(t, text, partner.currency)
  const cents = read.ok ? read.cents : null
  const title = kind === 'PAYMENT' ? t('validation.staff.addEntry') : t('validation.staff.addCorrection')
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (cents === null) return
          const body = { kind, amount_cents: isNegative ? -cents : cents, note }
          add.mutate(
            { params: { partner_id: partner.id }, body, idempotency_key: keyOf(JSON.stringify(body)) },
            {
              onSuccess: () => {
                notifications.show({ message: t('validation.staff.entrySaved') })
                onClose()
              },
            },
          )
        }}
      >
        <Fields>
          {add.error ? <Note tone="bad" title={add.error.message} /> : null}
          <MoneyField
            label={t('validation.staff.entryAmount')}
            text={text}
            currency={partner.currency}
            onChange={setText}
          />
          {kind === 'CORRECTION' ? (
            <Checkbox
              label={t('validation.staff.entryNegative')}
              checked={isNegative}
              onChange={(event) => setNegative(event.currentTarget.checked)}
            />
          ) : null}
          <TextInput
            label={t('validation.staff.entryNote')}
            placeholder={t('validation.staff.entryNoteHint')}
            maxLength={200}
            required
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Buttons>
            <GatedButton
              type="submit"
              loading={add.isPending}
              why={!cents || note.trim() === '' ? t('common.why.fill') : null}
            >
              {title}
            </GatedButton>
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
          </Buttons>
        </Fields>
      </form>
    </Modal>
  )
}
