import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import type { When } from '@/lib/when.ts'
import { Note } from '@/ui/states.tsx'
import { ReservationTime } from '@/ui/time.tsx'

/** Says that the times of a link have passed, so that other ones are not taken for them. */
export function PastTimesNote({ times, zone }: { times: When; zone: string }) {
  const t = useTranslations()
  return (
    <Note title={t('lot.pastTimes.title')}>
      <p>{t.rich('lot.pastTimes.text', { time: tag(<ReservationTime {...times} zone={zone} />) })}</p>
    </Note>
  )
}
