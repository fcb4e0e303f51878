/** The part of the card provider's script that we use: https://docs.stripe.com/js */
export interface ProviderScript {
  elements(options: {
    mode: 'payment'
    amount: number
    currency: string
    paymentMethodCreation: 'manual'
    paymentMethodTypes: ['card']
    /** Monthly payments follow, so banks are told with the first one. */
    setupFutureUsage?: 'off_session'
    /** `cardLocale` of the reader's. */
    locale: string
    appearance: { theme: 'stripe' | 'night'; labels: 'above' }
  }): ProviderForm
  createPaymentMethod(from: {
    elements: ProviderForm
  }): Promise<{ paymentMethod?: { id: string }; error?: { message?: string } }>
}

/**
 * The reader's locale as the provider names it: without a region, unless the region has a form of its own. Our Spanish is that of the Americas.
 * https://docs.stripe.com/js/appendix/supported_locales
 */
export const cardLocale = (locale: string): string =>
  locale === 'es-US' ? 'es-419' : /^(?:en-GB|pt-BR)$/.test(locale) ? locale : locale.slice(0, 2)

export interface ProviderForm {
  create(
    type: 'payment',
    options: {
      fields: { billingDetails: { address: 'if_required' } }
      wallets: Record<'applePay' | 'googlePay' | 'link', 'never'>
    },
  ): ProviderField
  /** https://docs.stripe.com/js/elements_object/create_express_checkout_element */
  create(
    type: 'expressCheckout',
    options: {
      business: { name: string }
      buttonHeight: number
      emailRequired: boolean
      layout: { maxColumns: number; maxRows: number; overflow: 'never' }
      paymentMethods: Record<'applePay' | 'googlePay' | 'link', 'auto'> &
        Record<'amazonPay' | 'klarna' | 'paypal', 'never'>
    },
  ): ProviderWallets
  update(options: { amount?: number }): void
  /** Checks what is entered and names what is missing beside it. */
  submit(): Promise<{ error?: { type?: string; message?: string } }>
}

interface ProviderField {
  mount(place: HTMLElement): void
  on(event: 'ready' | 'loaderror', then: () => void): void
  destroy(): void
}

/** The buttons of the wallets that this browser and device have. */
export interface ProviderWallets {
  mount(place: HTMLElement): void
  /** Without available methods, there are no buttons. */
  on(event: 'ready', then: (event: { availablePaymentMethods?: Record<string, unknown> }) => void): void
  on(event: 'loaderror', then: () => void): void
  /** A button was pressed. The sheet of the wallet opens only if `resolve` is called within a second. */
  on(event: 'click', then: (event: { resolve(): void; reject?(): void }) => void): void
  /** The owner of the wallet agreed to pay. `paymentFailed` says in the sheet that it came to nothing. */
  on(
    event: 'confirm',
    then: (event: {
      billingDetails?: { name?: string; email?: string }
      paymentFailed: (payload?: { reason: 'fail' }) => void
    }) => void,
  ): void
  destroy(): void
}

declare global {
  interface Window {
    Stripe?: (publishable_key: string) => ProviderScript
  }
}

const patienceMs = 10_000
let loading: Promise<ProviderScript> | null = null

/** Loads the provider's script once in a page. It is not bundled, because the provider requires its own copy to be used. */
export function loadCardForm(script_url: string, publishable_key: string): Promise<ProviderScript> {
  loading ??= load(script_url, publishable_key).catch((error: unknown) => {
    // The next form tries again.
    loading = null
    throw error
  })
  return loading
}

function load(script_url: string, publishable_key: string): Promise<ProviderScript> {
  return new Promise((done, fail) => {
    const ready = () => {
      if (!window.Stripe) return fail(new Error('The script of the card provider is not there.'))
      done(window.Stripe(publishable_key))
    }
    setTimeout(() => fail(new Error('The script of the card provider did not come.')), patienceMs)
    if (window.Stripe) return ready()
    const script = document.createElement('script')
    script.src = script_url
    script.async = true
    script.addEventListener('load', ready)
    script.addEventListener('error', () =>
      fail(new Error('The script of the card provider could not be loaded.')),
    )
    document.head.append(script)
  })
}
