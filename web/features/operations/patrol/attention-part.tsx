'use client'
import { Button } from '@mantine/core'
import { isOneOf } from '@openspot/core/enums.ts'
import { photosPerFine } from '@openspot/core/fines/limits.ts'
import { problemFindings } from '@openspot/core/problems/enums.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import type { ActionProblem, DevicePhoto, PatrolAction } from '@/lib/patrol/action.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Plate } from '@/ui/plate.tsx'
import { Moment } from '@/ui/time.tsx'
import { DevicePhotos } from './device-photos.tsx'
import { DevicePicture } from './device-picture.tsx'
import css from './patrol.module.css'
import type { Outbox } from './use-outbox.ts'

/** What changed at the server since the device did this, and what the patroller can do about it. */
export function AttentionPart({
  action,
  problem,
  zone,
  outbox,
}: {
  action: PatrolAction
  problem: ActionProblem
  zone: string
  outbox: Outbox
}) {
  const t = useTranslations()
  const discard = () => void outbox.remove(action.id)
  const isSimilar = problem.code === 'plate_similar' && action.kind === 'FINE'
  const isOfFinding = action.kind === 'FINDING' && problem.code.startsWith('finding_')
  const isOfPhotos = photoProblems.includes(problem.code) && action.kind === 'FINE'
  return (
    <div className={css.attention}>
      <Explanation action={action} problem={problem} zone={zone} />
      {isSimilar
        ? action.photos.map((photo, index) => (
            <DevicePicture
              key={photo.id}
              photo={photo}
              alt={t('photos.photo', { number: index + 1 })}
              className={css.large}
            />
          ))
        : null}
      {isOfPhotos || (isSimilar && action.photos.length === 0) ? (
        <DevicePhotos
          photos={action.photos}
          max={photosPerFine}
          text={t(
            isSimilar || action.fine.confirmed_plate ? 'patrol.fine.confirmPhoto' : 'patrol.fine.photosText',
          )}
          onChange={(photos) => void outbox.save({ ...action, photos })}
        />
      ) : null}
      {problem.fine_id ? (
        <Link href={`/lots/${action.lot_id}/fines/${problem.fine_id}`}>
          {t('patrol.outbox.openExisting')}
        </Link>
      ) : null}
      <div className={css.buttons}>
        <Button variant="default" h={56} onClick={discard}>
          {action.kind === 'LOOKUP' ? t('patrol.outbox.seen') : t('patrol.outbox.discard')}
        </Button>
        {isSimilar ? (
          <GatedButton
            h={56}
            why={action.photos.length === 0 ? t('patrol.fine.confirmPhoto') : null}
            onClick={() => void outbox.again({ ...action, fine: { ...action.fine, confirmed_plate: true } })}
          >
            {t('patrol.outbox.confirm')}
          </GatedButton>
        ) : null}
        {isOfFinding ? (
          <Button h={56} onClick={() => void outbox.again(action)}>
            {t('patrol.outbox.replace')}
          </Button>
        ) : null}
        {isOfPhotos ? (
          <GatedButton
            h={56}
            why={
              action.photos.length === 0 && action.fine.confirmed_plate === true
                ? t('patrol.fine.confirmPhoto')
                : null
            }
            onClick={() => void outbox.again({ ...action, photos: photosToSend(action.photos, problem) })}
          >
            {action.photos.length === 0 ? t('patrol.outbox.sendWithout') : t('patrol.outbox.sendAgain')}
          </GatedButton>
        ) : null}
      </div>
    </div>
  )
}

/** Problems with photos rather than with the fine. */
const photoProblems = ['photos_gone', 'photos_lost']

/** Returns the photos to send again: all that this device has, if the server has none of them any more. */
const photosToSend = (photos: readonly DevicePhoto[], { code }: ActionProblem): DevicePhoto[] =>
  code === 'photos_gone'
    ? photos.flatMap((photo) => (photo.blob === null ? [] : [{ ...photo, photo_id: null }]))
    : [...photos]

function Explanation({
  action,
  problem,
  zone,
}: {
  action: PatrolAction
  problem: ActionProblem
  zone: string
}) {
  const t = useTranslations()
  const { right, similar, code } = problem
  if (action.kind === 'LOOKUP') {
    const shown = t(`patrol.lookUp.${action.shown ?? 'UNKNOWN'}`)
    return (
      <>
        {code === 'lookup_MAY_PARK' ? <p>{t('patrol.outbox.wasMAY_PARK', { shown })}</p> : null}
        {code === 'lookup_NO_RIGHT' ? <p>{t('patrol.outbox.wasNO_RIGHT', { shown })}</p> : null}
        {code === 'lookup_SIMILAR' ? <p>{t('patrol.outbox.wasSIMILAR', { shown })}</p> : null}
        {code.startsWith('lookup_') ? null : <p>{problem.message}</p>}
      </>
    )
  }
  if (code.startsWith('finding_')) {
    const finding = code.slice('finding_'.length)
    return (
      <>
        <p>
          {isOneOf(problemFindings, finding)
            ? t('patrol.outbox.findingChanged', { finding: t(`problems.findings.${finding}`) })
            : t('patrol.outbox.findingGone')}
        </p>
        {problem.message ? (
          <p>
            <q>
              <bdi>{problem.message}</bdi>
            </q>
          </p>
        ) : null}
      </>
    )
  }
  return (
    <>
      {right ? (
        <p>
          <b>{t('patrol.outbox.rightFound', { spot: right.spot_label })}</b>{' '}
          {right.ends_at
            ? t.rich('patrol.outbox.rightUntil', {
                time: tag(<Moment at={right.ends_at} zone={zone} inside />),
              })
            : null}
        </p>
      ) : null}
      {similar.length > 0 ? (
        <div>
          <p>{t('patrol.outbox.similar')}</p>
          {similar.map(({ plate, region, spot_label }) => (
            <p key={`${plate}${spot_label}`}>
              <Plate plate={plate} region={region} /> {t('patrol.lookUp.spot', { spot: spot_label })}
            </p>
          ))}
        </div>
      ) : null}
      {right || similar.length > 0 ? null : (
        <p>
          {code === 'photos_gone' ? t('patrol.outbox.photosGone') : null}
          {code === 'photos_lost' ? t('patrol.outbox.photosLost') : null}
          {photoProblems.includes(code) ? null : problem.message}
        </p>
      )}
    </>
  )
}
