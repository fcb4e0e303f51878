import { Button, Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  createTabletLinkRoute,
  deleteTabletLinkRoute,
} from '@openspot/contract/operations/validation-accounts.ts'
import { getPartnerRoute, type ValidationPartner } from '@openspot/contract/operations/validation-partners.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { Buttons, Facts, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './validation.module.css'

/** The link for a partner's tablet: created, replaced, and deactivated here, and shown once. */
export function TabletPart({ lot, partner }: { lot: ConsoleLot; partner: ValidationPartner }) {
  const t = useTranslations()
  const [confirms, setConfirms] = useState(false)
  const refresh = [getPartnerRoute]
  const create = useApiMutation(createTabletLinkRoute, { client: 'admin', refresh })
  const remove = useApiMutation(deleteTabletLinkRoute, { client: 'admin', refresh })
  const params = { partner_id: partner.id }
  const error = create.error ?? remove.error
  const make = () => create.mutate({ params }, { onSuccess: () => setConfirms(false) })
  return (
    <Panel title={t('validation.staff.tablet')} text={t('validation.staff.tabletText')}>
      {error ? <Note tone="bad" title={error.message} /> : null}
      {partner.tablet_at ? (
        <Facts
          items={[
            [
              t('validation.staff.tabletSince'),
              <Moment key="at" at={partner.tablet_at} zone={lot.time_zone} />,
            ],
          ]}
        />
      ) : null}
      <Buttons>
        <Button
          variant="default"
          loading={create.isPending}
          onClick={() => (partner.has_tablet ? setConfirms(true) : make())}
        >
          {partner.has_tablet ? t('validation.staff.tabletReplace') : t('validation.staff.tabletCreate')}
        </Button>
        {partner.has_tablet ? (
          <Button
            variant="default"
            loading={remove.isPending}
            onClick={() =>
              remove.mutate(
                { params },
                { onSuccess: () => notifications.show({ message: t('validation.staff.tabletOffDone') }) },
              )
            }
          >
            {t('validation.staff.tabletOff')}
          </Button>
        ) : null}
      </Buttons>
      <ConfirmDialog
        title={t('validation.staff.tabletReplace')}
        text={t('validation.staff.tabletReplaceText')}
        opened={confirms}
        isBusy={create.isPending}
        error={create.error}
        yes={t('validation.staff.tabletReplace')}
        no={t('common.cancel')}
        onYes={make}
        onClose={() => setConfirms(false)}
      />
      {create.data ? (
        <Modal opened onClose={() => create.reset()} title={t('validation.staff.tabletLink')}>
          <p>{t('validation.staff.tabletOnce')}</p>
          <p className={css.link}>
            <a href={create.data.url} target="_blank" rel="noreferrer">
              {create.data.url}
            </a>
          </p>
        </Modal>
      ) : null}
    </Panel>
  )
}
