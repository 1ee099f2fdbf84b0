import { useState, type Ref, type SyntheticEvent } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';

const longest = 300;

export function MessageForm({
  ref,
  onSend,
}: {
  ref: Ref<HTMLInputElement>;
  onSend: (text: string) => void;
}) {
  const [text, setText] = useState('');
  function send(event: SyntheticEvent) {
    event.preventDefault();
    onSend(text);
    setText('');
  }
  return (
    <form className="flex flex-none gap-2 border-t border-hairline bg-ivory p-3" onSubmit={send}>
      <TextInput
        ref={ref}
        aria-label="Your message"
        placeholder="Type your question"
        autoComplete="off"
        enterKeyHint="send"
        maxLength={longest}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" className="px-4">
        Send
      </Button>
    </form>
  );
}
