import { Button } from '@/components/ui/button.tsx';
import type { Letter, LetterBlock, Run, LetterButton } from '@domain/mail/letter.ts';
import { isAddress } from '@domain/mail/variable-labels.ts';
import { AddressFields } from '../text-editor/address-fields.tsx';
import { linkAddress, variableOf } from '../text-editor/link-address.ts';
import { RichField } from '../text-editor/rich-field.tsx';

type LetterFormProps = {
  subject: readonly Run[];
  letter: Letter;
  errors: { subject?: string; content?: string };
  /** Name and sample value of what this kind of email may fill in. */
  variables: Readonly<Record<string, string>>;
  onSubject: (subject: Run[]) => void;
  onChange: (part: Partial<Letter>) => void;
};

const blockHint =
  'Grey blocks fill in details. You can drag or delete them, and edit them under Advanced.';

/** An email as fields: nothing in it asks for HTML. Each field begins with what it is given first. */
export default function LetterForm(props: LetterFormProps) {
  const { subject, letter, errors, variables, onSubject, onChange } = props;
  return (
    <div className="grid gap-6">
      <RichField
        kind="line"
        label="Subject"
        required
        error={errors.subject}
        start={[paragraph(subject)]}
        variables={variables}
        onChange={(blocks) => onSubject([...firstOf(blocks)])}
      />
      <RichField
        kind="line"
        label="Inbox preview"
        hint="Shown beside the subject in most inboxes."
        start={[paragraph(letter.preview)]}
        variables={variables}
        onChange={(blocks) => onChange({ preview: firstOf(blocks) })}
      />
      <RichField
        kind="line"
        label="Heading"
        start={[paragraph(letter.heading)]}
        variables={variables}
        onChange={(blocks) => onChange({ heading: firstOf(blocks) })}
      />
      <RichField
        kind="text"
        label="Text"
        required
        error={errors.content}
        {...(letter.text.some(({ kind }) => kind === 'fixed') && { hint: blockHint })}
        start={letter.text}
        variables={variables}
        onChange={(text) => onChange({ text })}
      />
      <ButtonFields
        button={letter.button}
        variables={variables}
        onChange={(button) => onChange({ button })}
      />
      <RichField
        kind="paragraphs"
        label="Sign-off"
        start={letter.signOff.map(paragraph)}
        variables={variables}
        onChange={(blocks) => onChange({ signOff: blocks.map(runsOf) })}
      />
      <RichField
        kind="paragraphs"
        label="Small print"
        start={letter.smallPrint.map(paragraph)}
        variables={variables}
        onChange={(blocks) => onChange({ smallPrint: blocks.map(runsOf) })}
      />
    </div>
  );
}

const paragraph = (runs: readonly Run[]): LetterBlock => ({ kind: 'paragraph', runs });

const runsOf = (block: LetterBlock): readonly Run[] =>
  block.kind === 'paragraph' ? block.runs : [];

const firstOf = ([first]: readonly LetterBlock[]): readonly Run[] => (first ? runsOf(first) : []);

type ButtonFieldsProps = {
  button: LetterButton | null;
  variables: Readonly<Record<string, string>>;
  onChange: (button: LetterButton | null) => void;
};

/** The one button of an email: its words and where it leads. */
function ButtonFields({ button, variables, onChange }: ButtonFieldsProps) {
  const [first = null] = Object.keys(variables).filter(isAddress);
  const add = () =>
    onChange({
      label: [{ text: 'See more' }],
      href: first === null ? 'https://' : `{{ ${first} }}`,
    });
  if (!button) {
    return (
      <Button variant="secondary" className="justify-self-start" onClick={add}>
        Add button
      </Button>
    );
  }
  const isTyped = variableOf(button.href) === null;
  return (
    <fieldset className="grid gap-4 border border-hairline bg-ivory p-4">
      <legend className="px-1 text-sm font-semibold">Button</legend>
      <RichField
        kind="line"
        label="Words on the button"
        start={[{ kind: 'paragraph', runs: button.label }]}
        variables={variables}
        onChange={([block]) =>
          block?.kind === 'paragraph' && onChange({ ...button, label: block.runs })
        }
      />
      <AddressFields
        href={button.href}
        error={
          isTyped && linkAddress(button.href) !== button.href
            ? 'Please enter a full address, such as https://example.com.'
            : undefined
        }
        variables={variables}
        onChange={(href) => onChange({ ...button, href })}
      />
      <Button variant="secondary" className="justify-self-start" onClick={() => onChange(null)}>
        Remove button
      </Button>
    </fieldset>
  );
}
