import {
  type CredentialForm,
  credentialForms,
  listOfValues,
  type ResidentExtra,
  residentExtras,
} from '@openspot/core/residents/credentials.ts'
import type { IntegrationProvider } from '@openspot/core/residents/enums.ts'

export interface CredentialDraft {
  form: CredentialForm
  values: Record<string, string>
  extras: ResidentExtra[]
}

/** The forms of a system: RealPage has two, all others one. */
export const formsOf = (provider: IntegrationProvider): readonly CredentialForm[] =>
  credentialForms.filter((form) => form.provider === provider)

/** Returns the stored values of a connection for its form; the secrets are empty. */
export function draftOf(
  provider: IntegrationProvider,
  connection: Readonly<Record<string, string>>,
): CredentialDraft | null {
  const { source, extras = '', ...values } = connection
  const forms = formsOf(provider)
  const form = forms.find((one) => one.source === source) ?? forms[0]
  if (!form) return null
  const chosen = listOfValues(extras)
  return { form, values, extras: residentExtras.filter((extra) => chosen.includes(extra)) }
}

/** Returns what a draft sends: the fields that are not secret, and the secrets. Empty fields are left out. */
export function credentialsOf({ form, values, extras }: CredentialDraft): {
  connection: Record<string, string>
  secrets: Record<string, string>
} {
  const filled = form.fields.flatMap(({ name, is_secret }) => {
    const value = values[name]?.trim() ?? ''
    return value === '' ? [] : [{ name, is_secret, value }]
  })
  const part = (secret: boolean) =>
    Object.fromEntries(
      filled.filter(({ is_secret }) => is_secret === secret).map(({ name, value }) => [name, value]),
    )
  return {
    connection: {
      ...part(false),
      source: form.source,
      ...(extras.length > 0 ? { extras: extras.join(',') } : {}),
    },
    secrets: part(true),
  }
}

/** Whether every required field is filled, so that the system can be asked. */
export const isComplete = ({ form, values }: CredentialDraft): boolean =>
  form.fields.every(({ name, is_required }) => !is_required || (values[name]?.trim() ?? '') !== '')
