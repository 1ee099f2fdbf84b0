/** The pages behind the links of the footer, in their order. */
export const policyNames = ['privacy', 'terms', 'cancellation'] as const;
export type PolicyName = (typeof policyNames)[number];

/** The texts that the owner edits; a page of the website each, and the answers of the chat. */
export type WebsiteTextName = PolicyName | 'chat_answers';

export const policyTitles: Readonly<Record<PolicyName, string>> = {
  privacy: 'Privacy policy',
  terms: 'Terms of service',
  cancellation: 'Cancellation policy',
};

/**
 * The wording until the owner writes another, for a business in Ontario. Blank lines separate paragraphs, `## ` begins a
 * heading and `- ` an item of a list; names in braces are facts of the business (`fillText`).
 */
export const defaultPolicies: Readonly<Record<PolicyName, string>> = {
  privacy: `This policy says what {{ business_name }} does with your personal information. We follow Canada’s Personal Information Protection and Electronic Documents Act (PIPEDA).

## What we collect

- What you enter: your name, email, phone number, address, vehicle, notes and photos.
- Your bookings, payments, refunds, messages and reviews.
- Technical records, such as your network address, that keep the website safe.

Cards are handled by our payment provider. We never see or store your card number.

## Why we use it

We use it to carry out your booking, to send you messages about it, to answer you, to keep the records that the law requires, and to prevent misuse. We send text messages only if you agree, and you can stop them at any time by replying STOP.

## Who receives it

We don’t sell your information. Companies that work for us receive what they need: for payments, email, text messages and hosting. Some store data outside Canada, where the laws of that country apply. We also give information to authorities if the law requires it.

## How long we keep it

We keep it as long as we need it for these purposes. Tax law requires us to keep records of sales for at least six years.

## Your rights

You can ask to see, correct or delete your information, and you can withdraw your consent. Some records must be kept by law. You can also complain to the Office of the Privacy Commissioner of Canada.

## Contact

The person responsible for privacy can be reached at {{ email }}, {{ phone }} or {{ mailing_address }}.`,

  terms: `These terms apply to bookings with {{ business_name }}, {{ mailing_address }}.

## Your booking

A booking is made when we confirm it by email. Please give us correct information about your vehicle and address. The price shown at checkout is for a vehicle in usual condition.

## Prices and payment

Checkout shows the price, the taxes that apply and what is due now, before you pay. What remains is due on the day of the visit, unless we agree otherwise.

## The visit

Please give us access to the vehicle and a safe, legal place to work. Take out valuables and personal items. If the vehicle needs much more work than usual, we ask you before we charge more or take longer.

## Results and damage

We work with reasonable care and skill. We can’t promise to remove every stain, smell or scratch. If something isn’t right, or you notice damage, please tell us as soon as you can, with photos if possible, so that we can put it right.

## Changes and cancellation

Our cancellation policy is part of these terms.

## Your rights

Nothing in these terms takes away your rights under Ontario’s consumer protection law. The laws of Ontario and of Canada apply.

## Contact

Call {{ phone }} or email {{ email }}.`,

  cancellation: `## If you cancel

{{ cancellation_rule }}

You can cancel under My Bookings, with or without an account, or call {{ phone }}.

## If you move your appointment

You can move an upcoming appointment to another available time. If you move it when free cancellation has ended, the deposit is no longer refundable.

## If we cancel

If we have to cancel, for example because of the weather, you can choose another time, or we refund everything you paid.

## If we can’t do the work

If nobody gives us access to the vehicle, or we can’t reach it safely, the visit may be treated as cancelled late.

## Refunds

We refund the way you paid. Banks usually show a refund within 5 to 10 business days.

Nothing here takes away your rights under Ontario’s consumer protection law.`,
};

/** A part of a text, as it is shown. */
export type TextBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: readonly string[] };

/** The parts of a text in order. */
export function blocksOf(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  for (const part of text.replaceAll(/\r\n?/g, '\n').split(/\n\s*\n/)) {
    const lines = part.split('\n').filter((line) => line.trim() !== '');
    const [first = ''] = lines;
    const rest = first.startsWith('## ') ? lines.slice(1) : lines;
    if (rest !== lines) blocks.push({ kind: 'heading', text: first.slice(3).trim() });
    if (rest.length === 0) continue;
    if (rest.every((line) => line.startsWith('- '))) {
      blocks.push({ kind: 'list', items: rest.map((line) => line.slice(2).trim()) });
    } else blocks.push({ kind: 'paragraph', text: rest.join('\n') });
  }
  return blocks;
}
