'use client'
import { Button } from '@mantine/core'
import { getApplePassRoute, getGooglePassRoute } from '@openspot/contract/booking/wallet-passes.ts'
import { address } from '@openspot/contract/call.ts'
import { getSiteRoute } from '@openspot/contract/platform/site.ts'
import { IconBrandApple, IconBrandGoogle } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'

/** Saves the pass in the wallets that this installation signs passes for, and that this kind of device has. */
export function WalletButtons({ reservation_id }: { reservation_id: string }) {
  const t = useTranslations()
  const wallets = useApiQuery(getSiteRoute, {}).data?.wallets
  const google = useApiMutation(getGooglePassRoute)
  if (!wallets) return null
  const params = { reservation_id }
  // The answer is loaded in the browser, so nothing below is drawn on the server, which has no `navigator`.
  const { userAgent } = navigator
  const hasApple = wallets.apple && !/Android/.test(userAgent)
  const hasGoogle = wallets.google && !/iPhone|iPad/.test(userAgent)
  return (
    <>
      {hasApple ? (
        <Button
          component="a"
          href={address(getApplePassRoute, params)}
          variant="default"
          h={48}
          leftSection={<IconBrandApple size={18} aria-hidden="true" />}
        >
          {t('driver.wallet.apple')}
        </Button>
      ) : null}
      {hasGoogle ? (
        <Button
          variant="default"
          h={48}
          leftSection={<IconBrandGoogle size={18} aria-hidden="true" />}
          loading={google.isPending}
          onClick={() => google.mutate({ params }, { onSuccess: ({ url }) => window.location.assign(url) })}
        >
          {t('driver.wallet.google')}
        </Button>
      ) : null}
      {google.error ? <Note tone="bad" title={google.error.message} /> : null}
    </>
  )
}
