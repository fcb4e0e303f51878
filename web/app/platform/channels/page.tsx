import { getChannelsRoute } from '@openspot/contract/platform/notification-settings.ts'
import { ChannelsScreen } from '@/features/platform/platform/channels-screen.tsx'
import { PlatformPage } from '@/features/platform/platform/platform-page.tsx'
import { titleFrom, translator } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('noticeSettings.channelsTitle'))

export default async function PlatformChannels() {
  const t = await translator()
  return (
    <PlatformPage
      title={t('noticeSettings.channelsTitle')}
      path="/platform/channels"
      route={getChannelsRoute}
      input={{}}
    >
      {(initial) => <ChannelsScreen initial={initial} />}
    </PlatformPage>
  )
}
