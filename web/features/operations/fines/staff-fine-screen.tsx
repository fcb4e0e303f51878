'use client'
import { Button } from '@mantine/core'
import { getFineRoute, type StaffFine } from '@openspot/contract/operations/fines.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { memberPath } from '@/lib/paths.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons, Facts, Panel } from '@/ui/panel.tsx'
import { Photos } from '@/ui/photo/photos.tsx'
import { Plate } from '@/ui/plate.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Moment } from '@/ui/time.tsx'
import { DecidePart } from './decide-part.tsx'
import { FineFacts, FineReasoning, fineTones } from './fine-facts.tsx'
import css from './fines.module.css'

/** One warning or fine: what was seen and why it costs that, what the driver says, and what staff decided. */
export function StaffFineScreen({ lot, initial }: { lot: ConsoleLot; initial: StaffFine }) {
  const t = useTranslations()
  const params = { fine_id: initial.id }
  const answer = useApiQuery(getFineRoute, { params }, { client: 'admin', initialData: initial })
  useLotEvents(lot.id, [getFineRoute])
  const fine = answer.data ?? initial
  const { user_id, appeal, similar_plates, void_reason } = fine
  const file = `/api/v2/fines/${fine.id}`
  return (
    <div className={css.screen}>
      <PageHead
        back={<Link href={`/lots/${lot.id}/fines`}>{t('fines.list.back')}</Link>}
        title={fine.amount_cents > 0 ? t('fines.notice.fine') : t('fines.notice.warning')}
        action={<StatusWord tone={fineTones[fine.status]}>{t(`fines.statuses.${fine.status}`)}</StatusWord>}
      />
      <div className={css.parts}>
        <FineFacts fine={fine} />
        <FineReasoning fine={fine} />
        <Panel title={t('fines.staff.who')}>
          <Facts
            items={[
              [
                t('fines.staff.driver'),
                user_id ? (
                  <Link key="driver" href={memberPath(lot.id, user_id)}>
                    {fine.user_name}
                  </Link>
                ) : (
                  t('fines.staff.unknown')
                ),
              ],
              [t('fines.staff.by'), fine.created_by_name],
              [t('fines.staff.recorded'), <Moment key="at" at={fine.created_at} zone={lot.time_zone} />],
              [t('fines.staff.confirmed'), fine.is_plate_confirmed ? t('fines.staff.compared') : null],
              [
                t('fines.staff.similar'),
                similar_plates.length > 0
                  ? similar_plates.map(({ plate, region, spot_label }) => (
                      <span key={`${plate}${spot_label}`} className={css.said}>
                        <Plate plate={plate} region={region} size="sm" /> {spot_label}
                      </span>
                    ))
                  : null,
              ],
              [t('fines.staff.voidReason'), void_reason ? t(`fines.voidReasons.${void_reason}`) : null],
              [t('fines.one.note'), fine.void_note],
            ]}
          />
          <Buttons>
            <Button component="a" variant="default" href={`${file}/notice?paper=THERMAL`} target="_blank">
              {t('fines.staff.printStrip')}
            </Button>
            <Button component="a" variant="default" href={`${file}/notice?paper=PAGE`} target="_blank">
              {t('fines.staff.printPage')}
            </Button>
            <Button
              component="a"
              variant="default"
              href={`${file}/evidence`}
              download={`evidence-${fine.code}.json`}
            >
              {t('fines.one.download')}
            </Button>
          </Buttons>
        </Panel>
        {appeal ? (
          <Panel title={t('fines.one.appeal')} text={t(`fines.appealStatuses.${appeal.status}`)}>
            <div className={css.form}>
              <p className={css.said}>
                <bdi>{appeal.text}</bdi>
              </p>
              <Photos photos={appeal.photos} />
              {appeal.answer ? (
                <p className={css.said}>
                  <bdi>{appeal.answer}</bdi>
                </p>
              ) : null}
            </div>
          </Panel>
        ) : null}
        {lot.is_admin ? <DecidePart lot={lot} fine={fine} /> : null}
      </div>
    </div>
  )
}
