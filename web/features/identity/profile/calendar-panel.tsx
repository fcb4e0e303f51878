'use client'
import { Button, CopyButton, TextInput } from '@mantine/core'
import {
  createMyCalendarFeedRoute,
  deleteMyCalendarFeedRoute,
  getMyCalendarFeedRoute,
} from '@openspot/contract/booking/calendar-feeds.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { tag } from '@/lib/messages/tag.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'

/** The address to which the person's calendar apps subscribe. It is shown only after it was made. */
export function CalendarPanel() {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const refresh = [getMyCalendarFeedRoute]
  const answer = useApiQuery(getMyCalendarFeedRoute, {})
  const make = useApiMutation(createMyCalendarFeedRoute, { refresh })
  const end = useApiMutation(deleteMyCalendarFeedRoute, { refresh })
  const [asks, setAsks] = useState<'new' | 'off' | null>(null)
  const feed = answer.data?.feed ?? null
  const url = make.data && feed ? make.data.url : null
  const close = () => setAsks(null)
  return (
    <Panel title={t('calendar.feed.title')} text={t('calendar.feed.text')}>
      {asks === null && make.error ? <Note tone="bad" title={make.error.message} /> : null}
      <QueryState answer={answer} rows={1} />
      {url ? (
        <>
          <TextInput
            label={t('calendar.feed.address')}
            description={t('calendar.feed.addressText')}
            readOnly
            dir="ltr"
            translate="no"
            value={url}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Buttons>
            <Button component="a" href={url.replace(/^https?:/, 'webcal:')}>
              {t('calendar.feed.subscribe')}
            </Button>
            <CopyButton value={url}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? t('calendar.feed.copied') : t('calendar.feed.copy')}
                </Button>
              )}
            </CopyButton>
          </Buttons>
        </>
      ) : null}
      {feed ? (
        <p>
          {feed.last_read_at === null
            ? t('calendar.feed.notRead')
            : t.rich('calendar.feed.lastRead', {
                time: tag(<Moment at={feed.last_read_at} zone={reader_zone} inside />),
              })}
        </p>
      ) : null}
      {answer.data ? (
        <Buttons>
          {feed ? (
            <>
              <Button variant="default" onClick={() => setAsks('new')}>
                {t('calendar.feed.replace')}
              </Button>
              <Button variant="default" onClick={() => setAsks('off')}>
                {t('calendar.feed.turnOff')}
              </Button>
            </>
          ) : (
            <Button variant="default" loading={make.isPending} onClick={() => make.mutate({})}>
              {t('calendar.feed.create')}
            </Button>
          )}
        </Buttons>
      ) : null}
      <ConfirmDialog
        title={asks === 'off' ? t('calendar.feed.turnOffTitle') : t('calendar.feed.replaceTitle')}
        text={t('calendar.feed.endsText')}
        opened={asks !== null}
        isBusy={make.isPending || end.isPending}
        error={make.error ?? end.error}
        yes={asks === 'off' ? t('calendar.feed.turnOff') : t('calendar.feed.replace')}
        no={t('common.cancel')}
        onYes={() =>
          asks === 'off' ? end.mutate({}, { onSuccess: close }) : make.mutate({}, { onSuccess: close })
        }
        onClose={close}
      />
    </Panel>
  )
}
