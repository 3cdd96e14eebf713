/// The completion scripts of shells. They ask the program for the words that complete a line:
/// `pushinbox completions --line LINE`, whose answer ``CompletionAnswer`` describes.
enum CompletionScript {
  /// Returns the script of a shell.
  static func text(for shell: CompletionShell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// The completed word is cut from the line, because bash itself also splits at `:` and `=`, and
  /// replaces only the part after the last of them.
  private static let bash = #"""
    # Completion of pushinbox for bash; made by: pushinbox completions bash
    _pushinbox() {
      local line=${COMP_LINE:0:COMP_POINT} kind='' each
      local word=${line##*[[:space:]]}
      local cut=${word%"${word##*[:=]}"}
      COMPREPLY=()
      {
        read -r kind
        if [[ $kind == files ]]; then
          compopt -o filenames 2>/dev/null
          while IFS= read -r each; do
            COMPREPLY+=("$each")
          done < <(compgen -f -- "${word#"$cut"}")
        fi
        while IFS= read -r each; do
          each=${each%%$'\t'*}
          each=${each#"$cut"}
          [[ -z $each ]] && continue
          [[ $kind == words ]] && printf -v each %q "$each"
          COMPREPLY+=("$each")
        done
      } < <(command pushinbox completions --line "$line" 2>/dev/null)
      if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[:=.] ]]; then
        compopt -o nospace 2>/dev/null
      fi
    }
    complete -F _pushinbox pushinbox
    """#

  private static let zsh = #"""
    #compdef pushinbox
    # Completion of pushinbox for zsh; made by: pushinbox completions zsh
    _pushinbox() {
      local line="${(j: :)words[1,CURRENT-1]} $PREFIX" each word meaning
      local -a answer begun complete remarks
      answer=("${(@f)$(command pushinbox completions --line "$line" 2>/dev/null)}")
      for each in "${(@)answer[2,-1]}"; do
        word=${each%%$'\t'*} meaning=${each#*$'\t'}
        if [[ -z $word ]]; then
          remarks+=("$meaning")
        elif [[ $word == *[:=.] ]]; then
          begun+=("${word//:/\\:}${meaning:+:$meaning}")
        else
          complete+=("${word//:/\\:}${meaning:+:$meaning}")
        fi
      done
      (( $#remarks )) && _message -r "${(F)remarks}"
      (( $#begun )) && _describe -V word begun -S ''
      (( $#complete )) && _describe -V word complete
      [[ $answer[1] == files ]] && { compset -P '--*='; _files }
    }
    # As a file of $fpath it is the function; sourced it tells zsh of it.
    if [[ ${funcstack[1]} == _pushinbox ]]; then
      _pushinbox "$@"
    else
      (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i -D }
      compdef _pushinbox pushinbox
    fi
    """#

  private static let fish = #"""
    # Completion of pushinbox for fish; made by: pushinbox completions fish
    function __pushinbox_words
      set -l line (commandline -cp | string collect)
      set -l answer (command pushinbox completions --line $line 2>/dev/null)
      string match -v -- \t'*' $answer[2..]
      if test "$answer[1]" = files
        set -l word (commandline -ct)
        set -l option (string match -r -- '^--[^=]*=' $word)
        __fish_complete_path (string replace -- "$option" '' $word) | string replace -r -- '^' "$option"
      end
    end
    complete -c pushinbox -f -k -a '(__pushinbox_words)'
    """#
}
