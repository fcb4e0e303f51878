'use client'
import { Button, Textarea, TextInput } from '@mantine/core'
import type { Photo } from '@openspot/contract/operations/photos.ts'
import { createProblemRoute, listMyProblemsRoute } from '@openspot/contract/operations/problems.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { type ProblemKind, problemKinds } from '@openspot/core/problems/enums.ts'
import { photosPerProblem } from '@openspot/core/problems/limits.ts'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { useAttemptKey, withNewKey } from '@/lib/attempt-key.ts'
import { hostedPath } from '@/lib/paths.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { useReaderCountry } from '@/lib/use-country.ts'
import { useDraft } from '@/lib/use-draft.ts'
import { PlateRegionField } from '@/ui/car/plate-region-field.tsx'
import { Choice } from '@/ui/choice.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { FieldRow } from '@/ui/panel.tsx'
import { PhotoField } from '@/ui/photo/photo-field.tsx'
import { useLotPhoto } from '@/ui/photo/use-lot-photo.ts'
import { Note } from '@/ui/states.tsx'
import css from './problems.module.css'

const backPath = (reservation: { id: string; is_hosted: boolean } | null) => {
  if (!reservation) return '/me/lots'
  return reservation.is_hosted ? hostedPath(reservation.id) : `/me/reservations/${reservation.id}`
}

/** Reports a problem in a lot. Without a reservation of their own, nobody's spot can be taken. */
export function ReportScreen({
  lot,
  reservation,
}: {
  lot: { id: string; name: string }
  /** The reporter's, or one on their spot. */
  reservation: { id: string; is_hosted: boolean } | null
}) {
  const t = useTranslations()
  const router = useRouter()
  const isDriver = reservation !== null && !reservation.is_hosted
  const kinds = problemKinds.filter((one) => isDriver || one !== 'SPOT_TAKEN')
  const [draft, change, forget] = useDraft(`problem ${reservation?.id ?? lot.id}`, () => ({
    kind: (kinds[0] ?? 'OTHER') as string,
    text: '',
    other_plate: '',
    other_region: '',
  }))
  const { text, other_plate, other_region } = draft
  const kind: ProblemKind = isOneOf(kinds, draft.kind) ? draft.kind : 'OTHER'
  const set = (part: Partial<typeof draft>) => change((former) => ({ ...former, ...part }))
  const [photos, setPhotos] = useState<Photo[]>([])
  const upload = useLotPhoto(lot.id)
  const country = useReaderCountry()
  const keyFor = useAttemptKey()
  const send = useApiMutation(createProblemRoute, { refresh: [listMyProblemsRoute] })
  const at = (field: string) => (fieldOf(send.error)?.field === field ? send.error?.message : null)
  const submit = () => {
    const plate = other_plate.trim()
    const body = {
      kind,
      ...(reservation ? { reservation_id: reservation.id } : {}),
      ...(text.trim() ? { text: text.trim() } : {}),
      ...(plate && kind !== 'OTHER' ? { other_plate: plate, other_region } : {}),
      photo_ids: photos.map(({ id }) => id),
    }
    send.mutate(
      { params: { lot_id: lot.id }, body, idempotency_key: keyFor(JSON.stringify(body)) },
      {
        onSuccess: ({ id }) => {
          forget()
          router.push(`/me/problems/${id}`)
        },
        onError: (error) => void withNewKey(error, keyFor),
      },
    )
  }
  const other = send.error && !at('text') ? send.error.message : null
  return (
    <>
      <PageHead
        back={<Link href={backPath(reservation)}>{lot.name}</Link>}
        title={t('problems.report.title')}
      />
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {other ? <Note tone="bad" title={other} /> : null}
        <Choice
          name="kind"
          legend={t('problems.report.what')}
          value={kind}
          onChange={(value) => isOneOf(kinds, value) && set({ kind: value })}
          options={kinds.map((value) => ({
            value,
            content: (
              <span>
                <strong>{t(`problems.kinds.${value}`)}</strong>
                <br />
                <span className={css.quiet}>{t(`problems.report.kindTexts.${value}`)}</span>
              </span>
            ),
          }))}
        />
        {kind === 'OTHER' ? null : (
          <FieldRow>
            <TextInput
              label={t('problems.report.plate')}
              description={t('problems.report.plateText')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              size="md"
              maxLength={15}
              autoCapitalize="characters"
              autoComplete="off"
              value={other_plate}
              onChange={(event) => set({ other_plate: event.currentTarget.value })}
            />
            <PlateRegionField
              country={country}
              value={other_region}
              onChange={(value) => set({ other_region: value })}
            />
          </FieldRow>
        )}
        <Textarea
          label={t('problems.report.details')}
          description={kind === 'OTHER' ? undefined : t('problems.report.detailsText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          size="md"
          autosize
          minRows={3}
          maxLength={1000}
          value={text}
          error={at('text')}
          onChange={(event) => set({ text: event.currentTarget.value })}
        />
        <PhotoField
          photos={photos}
          max={photosPerProblem}
          text={t('problems.report.photosText', { count: photosPerProblem })}
          upload={upload}
          onChange={setPhotos}
        />
        <Button type="submit" h={52} size="md" loading={send.isPending}>
          {t('problems.report.send')}
        </Button>
      </form>
    </>
  )
}
