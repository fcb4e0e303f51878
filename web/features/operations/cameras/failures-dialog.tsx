import { Modal } from '@mantine/core'
import { type Camera, listCameraFailuresRoute } from '@openspot/contract/operations/cameras.ts'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { usePages } from '@/lib/use-pages.ts'
import { PagedRows } from '@/ui/list-frame.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './cameras.module.css'

/** The events of a camera that could not be read, with the reason and their beginning. */
export function FailuresDialog({
  lot,
  camera,
  onClose,
}: {
  lot: ConsoleLot
  camera: Camera
  onClose: () => void
}) {
  const t = useTranslations()
  const params = { lot_id: lot.id, camera_id: camera.id }
  const pages = usePages(
    listCameraFailuresRoute,
    (query) => ({ params, query }),
    ({ next_cursor }) => next_cursor,
    { client: 'admin' },
  )
  return (
    <Modal opened onClose={onClose} size="lg" title={t('cameras.failures.title', { name: camera.name })}>
      <p>{t('cameras.failures.text')}</p>
      <PagedRows
        pages={pages}
        more={t('visits.more')}
        empty={<EmptyState title={t('cameras.failures.emptyTitle')} text={t('cameras.failures.emptyText')} />}
      >
        {(rows) => (
          <ul className={css.failures}>
            {rows.map((failure) => (
              <li key={failure.id}>
                <strong>{t(`cameras.reasons.${failure.reason}`)}</strong>
                <p className={css.quiet}>
                  <Moment at={failure.received_at} zone={lot.time_zone} />
                  {` · ${[failure.content_type, t('cameras.failures.size', { bytes: failure.size_bytes })].filter(Boolean).join(' · ')}`}
                </p>
                {failure.excerpt ? <pre className={css.excerpt}>{failure.excerpt}</pre> : null}
              </li>
            ))}
          </ul>
        )}
      </PagedRows>
    </Modal>
  )
}
