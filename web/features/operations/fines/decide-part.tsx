'use client'
import { Textarea } from '@mantine/core'
import {
  decideFineAppealRoute,
  getFineRoute,
  listFinesRoute,
  refundFineRoute,
  type StaffFine,
  voidFineRoute,
} from '@openspot/contract/operations/fines.ts'
import { fineMoves } from '@openspot/core/fines/states.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAttemptKey, withNewKey } from '@/lib/attempt-key.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { useTextDraft } from '@/lib/use-draft.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { MoneyField, moneyDraft, readMoney } from '@/ui/money-field.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import css from './fines.module.css'

const options = { client: 'admin', refresh: [getFineRoute, listFinesRoute] } as const

/** What an admin decides: the appeal, a refund, or that the fine was wrong. Each needs a reason, which the driver reads. */
export function DecidePart({ lot, fine }: { lot: ConsoleLot; fine: StaffFine }) {
  const t = useTranslations()
  const params = { fine_id: fine.id }
  const [reason, setReason, forget] = useTextDraft(`fine decision ${fine.id}`)
  const [amount, setAmount] = useState(moneyDraft(t, fine.refundable_cents, fine.currency))
  const decide = useApiMutation(decideFineAppealRoute, options)
  const cancel = useApiMutation(voidFineRoute, options)
  const refund = useApiMutation(refundFineRoute, options)
  const keyFor = useAttemptKey()
  const isAppealed = fine.appeal?.status === 'OPEN'
  // The platform's admins look after payments, but do not enforce the rules of a lot.
  const canDecide = lot.role !== null && fineMoves[fine.status].includes('VOIDED')
  if (!canDecide && fine.refundable_cents === 0) return null
  const said = reason.trim()
  const done = {
    onSuccess: forget,
    onError: (error: Parameters<typeof withNewKey>[0]) => void withNewKey(error, keyFor),
  }
  const settle = (decision: 'ACCEPTED' | 'DECLINED') =>
    decide.mutate(
      { params, body: { decision, answer: said }, idempotency_key: keyFor(`${decision} ${said}`) },
      done,
    )
  const read = readMoney(t, amount, fine.currency)
  const isBusy = decide.isPending || cancel.isPending || refund.isPending
  const error = decide.error ?? cancel.error ?? refund.error
  return (
    <Panel title={isAppealed ? t('fines.staff.decide') : t('fines.staff.correct')}>
      <div className={css.form}>
        <Textarea
          label={isAppealed ? t('problems.one.answer') : t('fines.staff.reason')}
          description={isAppealed ? t('fines.staff.decideText') : t('fines.staff.correctText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          size="md"
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          error={error?.message}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {isAppealed && canDecide ? (
          <Buttons>
            <GatedButton
              loading={isBusy}
              why={said ? null : t('common.why.fill')}
              onClick={() => settle('ACCEPTED')}
            >
              {t('fines.staff.accept')}
            </GatedButton>
            <GatedButton
              variant="default"
              loading={isBusy}
              why={said ? null : t('common.why.fill')}
              onClick={() => settle('DECLINED')}
            >
              {t('fines.staff.decline')}
            </GatedButton>
          </Buttons>
        ) : null}
        {!isAppealed && canDecide ? (
          <GatedButton
            variant="default"
            h="auto"
            mih={42}
            py={8}
            styles={{ label: { whiteSpace: 'normal' } }}
            loading={isBusy}
            why={said ? null : t('common.why.fill')}
            onClick={() =>
              cancel.mutate({ params, body: { note: said }, idempotency_key: keyFor(`void ${said}`) }, done)
            }
          >
            {t('fines.staff.void')}
          </GatedButton>
        ) : null}
        {!isAppealed && fine.refundable_cents > 0 ? (
          <>
            <MoneyField
              label={t('fines.staff.refundAmount')}
              text={amount}
              currency={fine.currency}
              onChange={setAmount}
            />
            <GatedButton
              variant="default"
              loading={isBusy}
              why={said && read.ok && read.cents ? null : t('common.why.fill')}
              onClick={() => {
                if (!read.ok || !read.cents) return
                const body = { amount_cents: read.cents, reason: said }
                refund.mutate({ params, body, idempotency_key: keyFor(JSON.stringify(body)) }, done)
              }}
            >
              {t('fines.staff.refund')}
            </GatedButton>
          </>
        ) : null}
      </div>
    </Panel>
  )
}
