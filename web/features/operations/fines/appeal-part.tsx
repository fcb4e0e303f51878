'use client'
import { Textarea } from '@mantine/core'
import {
  appealFineRoute,
  type Fine,
  getFineNoticeRoute,
  listMyFinesRoute,
  uploadAppealPhotoRoute,
} from '@openspot/contract/operations/fine-notices.ts'
import type { Photo } from '@openspot/contract/operations/photos.ts'
import { photosPerAppeal } from '@openspot/core/fines/limits.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAttemptKey, withNewKey } from '@/lib/attempt-key.ts'
import { tag } from '@/lib/messages/tag.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { useTextDraft } from '@/lib/use-draft.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { missingText } from '@/ui/missing-text.ts'
import { Panel } from '@/ui/panel.tsx'
import { PhotoField } from '@/ui/photo/photo-field.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './fines.module.css'

/** Says why a warning or fine is wrong. */
export function AppealPart({ fine }: { fine: Fine }) {
  const t = useTranslations()
  const params = { fine_code: fine.code }
  const [text, setText, done] = useTextDraft(`appeal ${fine.code}`)
  const [photos, setPhotos] = useState<Photo[]>([])
  const upload = useApiMutation(uploadAppealPhotoRoute)
  const appeal = useApiMutation(appealFineRoute, { refresh: [getFineNoticeRoute, listMyFinesRoute] })
  const keyFor = useAttemptKey()
  return (
    <Panel
      title={t('fines.one.appeal')}
      text={t.rich('fines.one.appealBy', {
        time: tag(<Moment at={fine.appeal_until} zone={fine.time_zone} inside />),
      })}
    >
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          const body = { text: text.trim(), photo_ids: photos.map(({ id }) => id) }
          appeal.mutate(
            { params, body, idempotency_key: keyFor(JSON.stringify(body)) },
            { onSuccess: done, onError: (error) => void withNewKey(error, keyFor) },
          )
        }}
      >
        <Textarea
          label={t('fines.one.why')}
          size="md"
          autosize
          minRows={3}
          maxLength={2000}
          value={text}
          error={appeal.error?.message}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <PhotoField
          photos={photos}
          max={photosPerAppeal}
          text={t('fines.one.photosText')}
          upload={{
            send: (body, onStored) => upload.mutate({ params, body }, { onSuccess: onStored }),
            isBusy: upload.isPending,
            error: upload.error?.message ?? null,
          }}
          onChange={setPhotos}
        />
        <GatedButton
          type="submit"
          variant="default"
          h={48}
          why={missingText(t, [[t('fines.one.why'), text.trim() !== '']])}
          loading={appeal.isPending}
        >
          {t('fines.one.sendAppeal')}
        </GatedButton>
      </form>
    </Panel>
  )
}
