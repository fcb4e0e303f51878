'use client'
import { Button } from '@mantine/core'
import { type Fine, getFineNoticeRoute } from '@openspot/contract/operations/fine-notices.ts'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { moneyText } from '@/ui/money.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Photos } from '@/ui/photo/photos.tsx'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { AppealPart } from './appeal-part.tsx'
import { FineFacts, FineReasoning } from './fine-facts.tsx'
import css from './fines.module.css'
import { PayPart } from './pay-part.tsx'

/** What the code of a notice leads to: the driver sees what was seen, and pays or appeals. */
export function FineScreen({
  initial,
  isKnown,
  guest,
  signIn,
}: {
  initial: Fine
  /** Whether the visitor is signed in, or entered as a guest. */
  isKnown: boolean
  /** The form of a guest, who may pay and appeal without an account. */
  guest: ReactNode
  /** The form of someone who has an account. */
  signIn: ReactNode
}) {
  const t = useTranslations()
  const { data } = useApiQuery(
    getFineNoticeRoute,
    { params: { fine_code: initial.code } },
    {
      initialData: initial,
      // The bank's answer arrives on its own.
      everySeconds: (fine) => (fine?.payment || fine?.status === 'PROCESSING' ? 5 : 120),
    },
  )
  const fine = data ?? initial
  const acts = fine.can_pay || fine.can_appeal
  return (
    <div className={css.stack}>
      <PageHead
        back={isKnown ? <Link href="/me/fines">{t('fines.mine.title')}</Link> : null}
        title={fine.amount_cents > 0 ? t('fines.notice.fine') : t('fines.notice.warning')}
        text={
          <>
            <Link href={`/l/${fine.lot_public_id}`}>{fine.lot_name}</Link>
            {fine.lot_address ? (
              <>
                {' · '}
                <bdi>{fine.lot_address}</bdi>
              </>
            ) : null}
          </>
        }
      />
      <Outcome fine={fine} />
      <FineFacts fine={fine} />
      <FineReasoning fine={fine} />
      {acts && !isKnown ? <WhoActs guest={guest} signIn={signIn} /> : null}
      {isKnown && fine.can_pay ? <PayPart fine={fine} /> : null}
      {isKnown && fine.can_appeal ? <AppealPart fine={fine} /> : null}
      <Panel title={t('fines.one.evidence')} text={t('fines.one.evidenceText')}>
        <Button
          component="a"
          variant="default"
          href={`/api/v2/fine-notices/${fine.code}/evidence`}
          download={`evidence-${fine.code}.json`}
        >
          {t('fines.one.download')}
        </Button>
      </Panel>
    </div>
  )
}

function WhoActs({ guest, signIn }: { guest: ReactNode; signIn: ReactNode }) {
  const t = useTranslations()
  const [signsIn, setSignsIn] = useState(false)
  return (
    <Panel title={t('fines.one.who')} text={signsIn ? null : t('fines.one.whoText')}>
      <div className={css.form}>
        {signsIn ? signIn : guest}
        <Button variant="subtle" size="compact-md" onClick={() => setSignsIn(!signsIn)}>
          {signsIn ? t('booking.asGuest') : t('common.signIn')}
        </Button>
      </div>
    </Panel>
  )
}

/** Where the fine stands, and what the driver has to do. */
function Outcome({ fine }: { fine: Fine }) {
  const t = useTranslations()
  const { status, appeal, time_zone: zone, due_at } = fine
  if (status === 'VOIDED') {
    return (
      <Note tone="good" title={t('fines.one.canceled')}>
        <p>
          {fine.void_reason === 'RIGHT_FOUND' ? t('fines.one.rightFound') : t('fines.one.canceledText')}{' '}
          {fine.refunded_cents > 0 ? t('fines.one.refundText') : null}
        </p>
        {fine.void_note ? (
          <p className={css.said}>
            <bdi>{fine.void_note}</bdi>
          </p>
        ) : null}
      </Note>
    )
  }
  return (
    <>
      {status === 'WARNING' ? <Note tone="plain" title={t('fines.one.warningText')} /> : null}
      {status === 'PAID' || status === 'REFUNDED' ? (
        <Note tone="good" title={t(`fines.statuses.${status}`)}>
          <p>{status === 'PAID' ? t('fines.one.paidText') : t('fines.one.refundText')}</p>
        </Note>
      ) : null}
      {status === 'PROCESSING' || fine.payment === 'PROCESSING' ? (
        <Note tone="plain" title={t('fines.statuses.PROCESSING')}>
          <p>{t('fines.one.processingText')}</p>
        </Note>
      ) : null}
      {appeal?.status === 'OPEN' ? (
        <Note tone="plain" title={t('fines.one.appealed')}>
          <p>{t('fines.one.appealedText')}</p>
          {appeal.text ? (
            <p className={css.said}>
              <bdi>{appeal.text}</bdi>
            </p>
          ) : null}
          <Photos photos={appeal.photos} />
        </Note>
      ) : null}
      {appeal?.status === 'DECLINED' ? (
        <Note tone="plain" title={t('fines.one.declined')}>
          {appeal.answer ? (
            <p className={css.said}>
              <bdi>{appeal.answer}</bdi>
            </p>
          ) : null}
        </Note>
      ) : null}
      {status === 'UNPAID' && appeal?.status !== 'OPEN' && due_at ? (
        <Note title={t('fines.one.dueTitle', { amount: moneyText(t, fine.amount_cents, fine.currency) })}>
          <p>{t.rich('fines.one.dueText', { time: tag(<Moment at={due_at} zone={zone} inside />) })}</p>
        </Note>
      ) : null}
    </>
  )
}
