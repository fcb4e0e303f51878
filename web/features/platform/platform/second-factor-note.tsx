import { getWaysInRoute } from '@openspot/contract/identity/second-factors.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'

/** Whether the reader has no second factor, which the server requires of what a found session must not be enough for. */
export const useLacksSecondFactor = (): boolean =>
  useApiQuery(getWaysInRoute, {}, { client: 'admin', fresh: true }).data?.second_factor === null

/** Says before anything is filled in that the second factor has to be set up, and leads there and back to this user. */
export function SecondFactorNote({ user_id }: { user_id: string }) {
  const t = useTranslations()
  return (
    <Note title={t('people.secondFirst')}>
      <p>{t('people.secondFirstText')}</p>
      <p>
        <Link href={`/me/profile?second_factor=start&back_to_user=${user_id}`}>
          {t('people.secondSetUp')}
        </Link>
      </p>
    </Note>
  )
}
