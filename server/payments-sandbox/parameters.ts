import { z } from 'zod';
import type { FormObject } from './form-parameters.ts';
import { invalidRequest } from './stripe-failure.ts';

const wholeNumber = z
  .string()
  .regex(/^-?\d{1,15}$/, 'Invalid integer')
  .transform(Number);

const atLeastOne = wholeNumber.refine(
  (value) => value >= 1,
  'This value must be greater than or equal to 1.',
);

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const text = z.string().max(5000);
const id = z.string().min(1).max(255);
const expand = z.array(z.string().max(200)).max(20).optional();

// An empty value removes the key, and an empty `metadata` removes them all.
const metadata = z.union([
  z.literal('').transform(() => null),
  z.record(z.string().max(40), z.string().max(500)),
]);

export const createIntent = z.strictObject({
  amount: atLeastOne,
  currency: z.string().regex(/^[a-z]{3}$/i, 'Invalid currency'),
  metadata: metadata.optional(),
  description: text.optional(),
  receipt_email: text.optional(),
  statement_descriptor_suffix: text.optional(),
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  payment_method_types: z.array(z.literal('card')).optional(),
  payment_method: id.optional(),
  confirm: flag.optional(),
  return_url: text.optional(),
  expand,
});

export const updateIntent = createIntent
  .omit({
    automatic_payment_methods: true,
    payment_method_types: true,
    confirm: true,
    return_url: true,
  })
  .partial();

export const confirmIntent = z.strictObject({
  payment_method: id.optional(),
  return_url: text.optional(),
  expand,
});

export const cancelIntent = z.strictObject({
  cancellation_reason: z
    .enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'])
    .optional(),
  expand,
});

export const createRefund = z
  .strictObject({
    payment_intent: id.optional(),
    charge: id.optional(),
    amount: atLeastOne.optional(),
    reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
    metadata: metadata.optional(),
    expand,
  })
  .refine((refund) => refund.payment_intent ?? refund.charge, {
    path: ['payment_intent'],
    params: { missing: true },
  });

export const retrieve = z.strictObject({ expand });

const page = z.strictObject({
  limit: wholeNumber
    .default(10)
    .refine((limit) => limit >= 1 && limit <= 100, 'The limit must be from 1 to 100.'),
  starting_after: id.optional(),
  ending_before: id.optional(),
  expand,
});

const createdRange = z.strictObject({
  gt: wholeNumber.optional(),
  gte: wholeNumber.optional(),
  lt: wholeNumber.optional(),
  lte: wholeNumber.optional(),
});

export const intentPage = page.extend({ created: createdRange.optional() });

export const refundPage = intentPage.extend({
  payment_intent: id.optional(),
  charge: id.optional(),
});

export const disputeAnswer = z.strictObject({
  evidence: z.strictObject({ uncategorized_text: text.optional() }).optional(),
  submit: flag.optional(),
  expand,
});

/** Parses the parameters, or throws the provider's error for the first wrong one. */
export function readParameters<T>(shape: z.ZodType<T>, form: FormObject): T {
  const parsed = shape.safeParse(form);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw failureOf(issue, form);
}

function failureOf(issue: z.core.$ZodIssue | undefined, form: FormObject) {
  if (!issue) return invalidRequest('Invalid request.');
  const [first = '', ...rest] = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const param = nested([...issue.path.map(String), issue.keys[0] ?? '']);
    return invalidRequest(`Received unknown parameter: ${param}`, {
      code: 'parameter_unknown',
      param,
    });
  }
  const param = nested([first, ...rest]);
  if (isMissing(issue, form)) {
    return invalidRequest(`Missing required param: ${param}.`, {
      code: 'parameter_missing',
      param,
    });
  }
  const isNumber = /integer|greater than or equal/.test(issue.message);
  return invalidRequest(
    isNumber ? issue.message : `Invalid ${param}: ${issue.message}`,
    isNumber ? { code: 'parameter_invalid_integer', param } : { param },
  );
}

const isMissing = (issue: z.core.$ZodIssue, form: FormObject) =>
  (issue.code === 'custom' && issue.params?.['missing'] === true) ||
  (issue.code === 'invalid_type' && valueAt(form, issue.path) === undefined);

const valueAt = (form: FormObject, path: PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null
        ? (value as Record<PropertyKey, unknown>)[step]
        : undefined,
    form,
  );

const nested = ([first = '', ...rest]: string[]) =>
  first + rest.map((step) => `[${step}]`).join('');
