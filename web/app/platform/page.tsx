import { redirect } from 'next/navigation'

/** The platform's console opens with what needs a person most: the money. */
export default function Platform() {
  redirect('/platform/reconciliation')
}
