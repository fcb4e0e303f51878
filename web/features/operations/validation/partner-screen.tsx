'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  deletePartnerRoute,
  getPartnerRoute,
  listPartnersRoute,
  type ValidationOption,
  type ValidationPartner,
} from '@openspot/contract/operations/validation-partners.ts'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons, Facts, Panel } from '@/ui/panel.tsx'
import { Phone } from '@/ui/phone.tsx'
import { AccountPart } from './account-part.tsx'
import { OptionCard } from './option-card.tsx'
import { OptionDialog } from './option-dialog.tsx'
import { PartnerDialog } from './partner-dialog.tsx'
import { TabletPart } from './tablet-part.tsx'
import css from './validation.module.css'

/** One validation partner: its options, account, statements, and tablet. */
export function PartnerScreen({ lot, initial }: { lot: ConsoleLot; initial: ValidationPartner }) {
  const t = useTranslations()
  const router = useRouter()
  const params = { partner_id: initial.id }
  const answer = useApiQuery(
    getPartnerRoute,
    { params },
    { client: 'admin', initialData: initial, everySeconds: 60 },
  )
  const partner = answer.data ?? initial
  const [dialog, setDialog] = useState<'edit' | 'remove' | null>(null)
  const [edited, setEdited] = useState<ValidationOption | 'new' | null>(null)
  const remove = useApiMutation(deletePartnerRoute, { client: 'admin', refresh: [listPartnersRoute] })
  const { name } = partner
  return (
    <>
      <PageHead
        back={<Link href={`/lots/${lot.id}/validation`}>{t('validation.staff.title')}</Link>}
        title={name}
        action={
          <Buttons>
            <Button
              variant="default"
              aria-label={t('validation.staff.editOf', { name })}
              onClick={() => setDialog('edit')}
            >
              {t('validation.staff.edit')}
            </Button>
            <Button
              variant="default"
              aria-label={t('validation.staff.removeOf', { name })}
              onClick={() => setDialog('remove')}
            >
              {t('validation.staff.remove')}
            </Button>
          </Buttons>
        }
      />
      <div className={css.list}>
        <Panel
          title={t('validation.staff.options')}
          text={partner.options.length === 0 ? t('validation.staff.optionsEmpty') : null}
          action={<Button onClick={() => setEdited('new')}>{t('validation.staff.addOption')}</Button>}
        >
          <Facts
            items={[
              [t('validation.staff.fields.contact'), partner.contact_name],
              [t('validation.staff.fields.email'), partner.contact_email],
              [
                t('validation.staff.fields.phone'),
                partner.contact_phone && (
                  <Phone key="phone" phone={partner.contact_phone} country={lot.country} />
                ),
              ],
              [t('validation.staff.fields.billing'), t(`validation.staff.billings.${partner.billing}`)],
            ]}
          />
          {partner.options.map((option) => (
            <OptionCard key={option.id} partner={partner} option={option} onEdit={() => setEdited(option)} />
          ))}
        </Panel>
        <AccountPart lot={lot} partner={partner} />
        <TabletPart lot={lot} partner={partner} />
      </div>
      {dialog === 'edit' ? (
        <PartnerDialog lot={lot} partner={partner} onClose={() => setDialog(null)} />
      ) : null}
      <ConfirmDialog
        title={t('validation.staff.removePartner', { name })}
        text={t('validation.staff.removePartnerText')}
        opened={dialog === 'remove'}
        isBusy={remove.isPending}
        error={remove.error}
        yes={t('validation.staff.remove')}
        no={t('common.cancel')}
        onYes={() =>
          remove.mutate(
            { params },
            {
              onSuccess: () => {
                notifications.show({ message: t('validation.staff.removed', { name }) })
                router.push(`/lots/${lot.id}/validation`)
              },
            },
          )
        }
        onClose={() => setDialog(null)}
      />
      {edited ? (
        <OptionDialog
          partner={partner}
          option={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </>
  )
}
