import Foundation
import InboxModel

/// The completion scripts of shells, derived from ``CommandTable``.
enum CompletionScript {
  /// Returns the script of a shell.
  static func text(for shell: CompletionShell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  // MARK: Data

  /// The placeholders of options whose values are files.
  private static let filePlaceholders: Set = ["FILE", "DIR", "PATH", "SOURCE"]

  private static var valueOptions: [OptionSpec] {
    var seen: Set<String> = []
    return CommandTable.allOptions.filter {
      $0.placeholder != nil && seen.insert($0.name).inserted
    }
  }

  private static var fileOptions: [OptionSpec] {
    valueOptions.filter { filePlaceholders.contains($0.placeholder ?? "") }
  }

  /// A word with a sentence on it.
  private typealias Described = (word: String, meaning: String)

  private static var filterWords: [Described] {
    Filter.vocabulary.map { ($0.key + ":", $0.meaning) }
  }

  private static var filterKeys: [String] { filterWords.map(\.word) }

  private static var filterValues: [String] {
    Filter.keys.flatMap { key in Filter.values(of: key).map { key + ":" + $0 } }
  }

  /// The keys of `set` with the equals sign; those that contain a name end with the dot before it.
  private static var settingWords: [Described] {
    (keyWords + pathWords(in: .phone, at: "")).map { word, meaning in
      (word.hasSuffix(".") ? word : word + "=", meaning)
    }
  }

  private static var settingKeys: [String] { settingWords.map(\.word) }

  private static var settingValues: [String] {
    let reader = SettingChangeReader(now: Date(timeIntervalSince1970: 0), phone: PhoneSettings())
    return settingKeys.filter { $0.hasSuffix("=") }.flatMap { key in
      reader.words(for: String(key.dropLast())).map { key + $0 }
    }
  }

  private static var keyWords: [Described] {
    SettingChange.keys.map { ($0, SettingChange.meaning(of: $0) ?? "") }
  }

  /// The paths of the settings below a path, up to the first name.
  private static func pathWords(in schema: SettingsSchema, at path: String) -> [Described] {
    schema.members.flatMap { member -> [Described] in
      let word = path + member.key
      switch member.schema {
      case .value: return [(word, member.meaning)]
      case .keys: return pathWords(in: member.schema, at: word + ".")
      case .names: return [(word + ".", member.meaning)]
      case .unavailable: return []
      }
    }
  }

  // MARK: bash

  /// The completed word is cut from the line, because bash itself also splits at `:` and `=`.
  private static var bash: String {
    let others = valueOptions.filter { $0.choices.isEmpty && !fileOptions.contains($0) }
    return #"""
      # Completion of pushinbox for bash; made by: pushinbox completions bash
      _pushinbox() {
        local line=${COMP_LINE:0:COMP_POINT} word before='' command='' options='' kind='' list='' each
        word=${line##*[[:space:]]}
        local -a words
        read -ra words <<<"${line%"$word"}"
        for each in "${words[@]:1}"; do
          if [[ -z $command && $each != --* && ! $before =~ ^--(\#(alternatives(valueOptions)))$ ]]; then
            command=$each
          fi
          before=$each
        done
        case $command in
      \#(bashCommands)
        esac
        [[ $word == --*=* ]] && before=${word%%=*} word=${word#*=}
        case $before in
      \#(bashChoices)
        \#(alternatives(fileOptions, "--"))) kind=files ;;
        \#(alternatives(others, "--"))) return ;;
        *)
          [[ $word == --* ]] && kind=names list=$options
          ;;
        esac
        local sign=''
        case $kind in
        filter|what-if)
          [[ $word == -* ]] && sign=- word=${word#-}
          list=\#(quotedList(filterKeys))
          [[ $word == *:* ]] && list=\#(quotedList(filterValues))
          ;;
        esac
        case $kind in
        settings|what-if)
          if [[ $word == *=* ]]; then
            list+=\#(quotedList([""] + settingValues))
          else
            list+=\#(quotedList([""] + settingKeys))
          fi
          ;;
        esac
      \#(bashReply)
      }
      complete -F _pushinbox pushinbox
      """#
  }

  private static var bashCommands: String {
    let cases = ([nil] + CommandTable.commands).map { command in
      let (kind, list) = words(of: command)
      return """
          \(command?.name ?? "''"))
            options=\(quotedList(CommandTable.options(of: command).map { "--" + $0.name }))
            kind=\(kind.rawValue) list=\(quotedList(list)) ;;
        """
    }
    return cases.joined(separator: "\n")
  }

  private static var bashChoices: String {
    valueOptions.filter { !$0.choices.isEmpty }
      .map { "  --\($0.name)) kind=names list=\(quotedList($0.choices)) ;;" }
      .joined(separator: "\n")
  }

  private static let bashReply = #"""
      COMPREPLY=()
      if [[ $kind == files || $kind == demos ]]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r each; do COMPREPLY+=("$each"); done < <(compgen -f -- "$word")
        [[ $kind == demos ]] || return
      fi
      local cut=${word%"${word##*[:=]}"}
      [[ -z $cut ]] || sign=''
      while IFS= read -r each; do
        COMPREPLY+=("$sign${each#"$cut"}")
      done < <(compgen -W "$list" -- "$word")
      if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[:=.] ]]; then
        compopt -o nospace 2>/dev/null
      fi
    """#

  /// Returns the names of options as alternatives of a shell pattern.
  private static func alternatives(_ options: [OptionSpec], _ dashes: String = "") -> String {
    options.map { dashes + $0.name }.joined(separator: "|")
  }

  private static func quotedList(_ words: [String]) -> String {
    Quoting.singleQuoted(words.joined(separator: " "))
  }

  /// The completion of a command's words; the raw value is its name in the bash script.
  private enum Kind: String {
    case names, files, filter, settings, demos
    case settingsAndFilter = "what-if"
  }

  /// Returns the kind of a command's words, and all of them if they can be listed.
  private static func words(of command: CommandSpec?) -> (kind: Kind, list: [String]) {
    guard let command else { return (.names, CommandTable.commands.map(\.name)) }
    switch command.takes {
    case .others, .push, .pushAndAction: return (.names, [])
    case .files: return (.files, [])
    case .filter: return (.filter, [])
    case .settings: return (.settings, [])
    case .settingsAndFilter: return (.settingsAndFilter, [])
    case .names(let names): return (.names, names)
    case .faults: return (.names, FaultVerb.words)
    case .demos: return (.demos, DemoList.names)
    }
  }

  // MARK: zsh

  private static var zsh: String {
    #"""
    #compdef pushinbox
    # Completion of pushinbox for zsh; made by: pushinbox completions zsh
    _pushinbox_filter() {
      local -a described
      if [[ $word == *:* ]]; then
        \#(zshAdd(filterValues + filterValues.map { "-" + $0 }))
      elif [[ $word == -* ]]; then
        \#(zshAdd(filterKeys.map { "-" + $0 }, suffix: "-S '' "))
      else
        described=(
    \#(zshDescribed(filterWords))
        )
        _describe 'filter word' described -S ''
      fi
    }
    _pushinbox_settings() {
      local -a described
      if [[ $word == *=* ]]; then
        \#(zshAdd(settingValues))
      else
        described=(
    \#(zshDescribed(settingWords))
        )
        _describe setting described -S ''
      fi
    }
    _pushinbox() {
      local word=$words[CURRENT] before='' command='' each
      local -a options commands
      for each in ${words[2,CURRENT-1]}; do
        if [[ -z $command && $each != --* && ! $before =~ '^--(\#(alternatives(valueOptions)))$' ]]; then
          command=$each
        fi
        before=$each
      done
      if [[ $word == --*=* ]]; then
        before=${word%%=*}
        compset -P '*='
      fi
      case $before in
    \#(valueOptions.map(zshCase).joined(separator: "\n"))
      esac
      case $command in
    \#(([nil] + CommandTable.commands).flatMap(zshCase).joined(separator: "\n"))
      esac
      [[ $word == --* ]] && _describe option options
    }
    # As a file of $fpath it is the function; sourced it tells zsh of it.
    if [[ ${funcstack[1]} == _pushinbox ]]; then
      _pushinbox "$@"
    else
      (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i -D }
      compdef _pushinbox pushinbox
    fi
    """#
  }

  private static func zshCase(_ option: OptionSpec) -> String {
    let action =
      !option.choices.isEmpty
      ? "compadd -- " + option.choices.map(Quoting.singleQuoted).joined(separator: " ")
      : fileOptions.contains(option) ? "_files" : "_message \(Quoting.singleQuoted(option.help))"
    return "  --\(option.name)) \(action); return ;;"
  }

  private static func zshCase(_ command: CommandSpec?) -> [String] {
    let options = CommandTable.options(of: command).map { option in
      "      " + Quoting.singleQuoted("--\(option.name):\(option.help)")
    }
    return ["  \(command?.name ?? "''"))", "    options=("] + options + ["    )"]
      + zshWords(of: command).map { "    " + $0 } + ["    ;;"]
  }

  /// The line that offers words; a suffix takes the place of the blank behind them.
  private static func zshAdd(_ words: [String], suffix: String = "") -> String {
    "compadd \(suffix)-- " + words.map(Quoting.singleQuoted).joined(separator: " ")
  }

  /// The elements of an array for `_describe`, in which a colon ends the word.
  private static func zshDescribed(_ words: [Described]) -> String {
    words.map { word, meaning in
      "      " + Quoting.singleQuoted(word.replacing(":", with: "\\:") + ":" + meaning)
    }.joined(separator: "\n")
  }

  private static func zshWords(of command: CommandSpec?) -> [String] {
    guard let command else {
      let commands = CommandTable.commands.map {
        "  " + Quoting.singleQuoted("\($0.name):\($0.summary)")
      }
      return ["commands=("] + commands + [")", "_describe command commands"]
    }
    let (kind, list) = words(of: command)
    return switch kind {
    case .names: list.isEmpty ? [] : [zshAdd(list)]
    case .files: ["_files"]
    case .filter: ["_pushinbox_filter"]
    case .settings: ["_pushinbox_settings"]
    case .settingsAndFilter: ["_pushinbox_settings", "_pushinbox_filter"]
    case .demos: [zshAdd(list), "_files"]
    }
  }

  // MARK: fish

  /// The script for fish, which can only ask whether a word is anywhere in the line. The first word
  /// is the command, as in `config show`.
  private static var fish: String {
    var lines = [
      "# Completion of pushinbox for fish; made by: pushinbox completions fish",
      "function __pushinbox_at",
      "  set -l before ''",
      "  set -l command ''",
      "  for each in (commandline -opc)[2..-1]",
      "    if not string match -q -- '--*' $each",
      "      and not contains -- $before --\(valueOptions.map(\.name).joined(separator: " --"))",
      "      set command $each",
      "      break",
      "    end",
      "    set before $each",
      "  end",
      "  test \"$command\" = \"$argv[1]\"",
      "end",
      "complete -c pushinbox -f",
    ]
    let first = "complete -c pushinbox -n \"__pushinbox_at ''\""
    lines += CommandTable.commands.map {
      "\(first) -a \($0.name) -d \(Quoting.fishQuoted($0.summary))"
    }
    lines += CommandTable.options(of: nil).map { first + fishOption($0) }
    for command in CommandTable.commands {
      let here = "complete -c pushinbox -n '__pushinbox_at \(command.name)'"
      lines += CommandTable.options(of: command).map { here + fishOption($0) }
      let (kind, list) = words(of: command)
      var words = list
      var described: [Described] = []
      switch kind {
      case .names: break
      case .files, .demos: lines.append(here + " -F")
      case .filter: (described, words) = (filterWords, filterValues)
      case .settings: (described, words) = (settingWords, settingValues)
      case .settingsAndFilter:
        (described, words) = (settingWords + filterWords, settingValues + filterValues)
      }
      lines += described.map { word, meaning in
        here + " -a \(word) -d " + Quoting.fishQuoted(meaning)
      }
      guard !words.isEmpty else { continue }
      lines.append(here + " -a " + Quoting.fishQuoted(words.joined(separator: " ")))
    }
    return lines.joined(separator: "\n")
  }

  private static func fishOption(_ option: OptionSpec) -> String {
    var text = " -l \(option.name) -d \(Quoting.fishQuoted(option.help))"
    if option.placeholder != nil {
      text += fileOptions.contains { $0.name == option.name } ? " -r -F" : " -x"
    }
    if !option.choices.isEmpty {
      text += " -a " + Quoting.fishQuoted(option.choices.joined(separator: " "))
    }
    return text
  }
}
