'use client'
import { Button, Modal } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { saveFile } from '@/lib/save-file.ts'
import { Buttons } from '@/ui/panel.tsx'
import css from './account.module.css'

/** Backup codes, shown once. */
export function CodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useTranslations()
  const save = () =>
    saveFile(new File([`${codes.join('\n')}\n`], 'openspot-backup-codes.txt', { type: 'text/plain' }))
  return (
    <Modal opened onClose={onClose} closeOnClickOutside={false} title={t('account.codesTitle')}>
      <div className={css.dialog}>
        <p>{t('account.codesText')}</p>
        <ul className={css.codes}>
          {codes.map((code) => (
            <li key={code} className={css.code}>
              {code}
            </li>
          ))}
        </ul>
        <Buttons>
          <Button variant="default" onClick={save}>
            {t('account.codesSave')}
          </Button>
          <Button onClick={onClose}>{t('account.codesDone')}</Button>
        </Buttons>
      </div>
    </Modal>
  )
}
