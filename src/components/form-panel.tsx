import { useEffect, useRef, type ReactNode, type RefObject, type SubmitEvent } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';

type FormPanelProps = {
  heading: string;
  /** Null while there is nothing to choose from. */
  submitLabel: string | null;
  /** What is entered can't be sent. The form says why. */
  isBlocked?: boolean;
  isBusy: boolean;
  /** Why it was refused, as a sentence. */
  problem: string | null;
  onSubmit: () => void;
  onClose: () => void;
  /** What takes the focus first; the heading when left out. */
  firstFocus?: RefObject<HTMLElement | null> | undefined;
  children: ReactNode;
};

/** A short form that opens in the page; it takes the focus, and what is typed stays when it is refused. */
export function FormPanel(props: FormPanelProps) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const { firstFocus = headingRef } = props;
  useEffect(() => firstFocus.current?.focus(), [firstFocus]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!props.isBusy && !props.isBlocked && props.submitLabel !== null) props.onSubmit();
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label={props.heading}
      className="border [border-top-width:3px] border-hairline border-t-citrine bg-ivory p-5 sm:p-6"
    >
      <h3 ref={headingRef} tabIndex={-1} className="heading-3 focus-quiet">
        {props.heading}
      </h3>
      <div className="mt-5 grid gap-5">{props.children}</div>
      {props.problem && (
        <Notice tone="danger" role="alert" className="mt-5">
          <p>{props.problem}</p>
        </Notice>
      )}
      <div className="mt-6 grid gap-3 sm:flex">
        {props.submitLabel !== null && (
          <Button type="submit" busy={props.isBusy} aria-disabled={props.isBlocked}>
            {props.submitLabel}
          </Button>
        )}
        <Button variant="ghost" onClick={props.onClose}>
          Close
        </Button>
      </div>
    </form>
  );
}
